import { common, defineSettings } from 'command-api/service/settings';

export const settings = defineSettings({ PORT: common.PORT, HOST: common.HOST, DATABASE_URL: common.DATABASE_URL, LOG_LEVEL: common.LOG_LEVEL });
