/** The members of a team: a stethoscope for physicians, a shield for the others. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import type { Member, Team } from 'language/contract/entities';
import { Shield, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { personName } from '../../platform/text/names.ts';
import { formatList } from '../../platform/language/format.ts';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';

const list = {
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    paddingBlock: '2',
    minH: '52px',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _last: { borderBlockEndWidth: 0 },
  },
  '& li > svg': { color: 'brand.fg', flexShrink: 0 },
  '& li > div:first-of-type': { flex: 1, minW: '16ch' },
  '& a': {
    fontWeight: 'semibold',
    _hover: { textDecoration: 'underline' },
    [touch]: { paddingBlock: '2.5', marginBlock: '-2.5' },
  },
  '& small': { color: 'fg.muted', display: 'block', fontSize: 'xs', overflowWrap: 'anywhere' },
};
const roleOf = (member: Member): string =>
  member.disabled || member.accountDisabled
    ? translate('teams.disabled')
    : member.isPhysic
      ? translate('teams.physician')
      : member.canEdit
        ? translate('teams.pharmacist')
        : translate('teams.reader');
const rolesOf = (member: Member): string =>
  formatList([
    roleOf(member),
    ...(member.canAudit && !member.disabled && !member.accountDisabled ? [translate('teams.auditor')] : []),
  ]);

/** @param renderTail the end of a member's row */
export function MemberList({ team, renderTail }: { team: Team; renderTail?: (member: Member) => ReactNode }) {
  const t = useTranslation();
  return (
    <Box as="ul" css={list}>
      {team.members.map((member) => {
        const Icon = member.isPhysic ? Stethoscope : Shield;
        return (
          <li key={member.userId}>
            <Icon size={20} aria-hidden />
            <div>
              <Link to={paths.user.href(member.userId)}>
                <bdi>{personName(member)}</bdi>
              </Link>
              <small>
                {rolesOf(member)} · <bdi dir="ltr">{member.user}</bdi>
              </small>
            </div>
            {member.userId === team.adminId && <Badge colorPalette="amber">{t('teams.admin')}</Badge>}
            {renderTail?.(member)}
          </li>
        );
      })}
    </Box>
  );
}
