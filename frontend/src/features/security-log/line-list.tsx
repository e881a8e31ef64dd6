/** The lines, newest first. Plain elements under one styled root, as in every list of many rows. */
import { Box } from '@chakra-ui/react/box';
import type { NamedInLine, SecurityLine } from 'language/contract/security-log';
import { ListFilter } from 'lucide-react';
import { logListStyle } from '../../components/log-list-style.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { DeviceName } from '../../components/text/device-name.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { sentenceOf } from './sentence.ts';

const listStyle = {
  ...logListStyle,
  '& .refused': { color: 'fg.error', fontWeight: 'semibold' },
  '& .more': { display: 'block', color: 'fg.muted', fontSize: 'xs' },
  '& .more > span + span::before': { content: '" · "' },
};

interface Props {
  lines: readonly SecurityLine[];
  onPerson: (person: string) => void;
}

export function LineList({ lines, onPerson }: Props) {
  const t = useTranslation();
  return (
    <Box as="ul" css={listStyle}>
      {lines.map((line) => {
        const person = line.actor ?? line.user;
        return (
          <li key={line.number}>
            <time dateTime={line.at} title={t('securityLog.number', { number: line.number })}>
              <ClinicalText>{formatInstant(line.at, { seconds: true })}</ClinicalText>
            </time>
            <span className="who">
              <Actor line={line} />
            </span>
            <span className="what">
              <span className={line.isRefused ? 'refused' : undefined}>
                <ClinicalText>{sentenceOf(line)}</ClinicalText>
              </span>
              <Details line={line} />
            </span>
            {person && (
              <button
                type="button"
                aria-label={t('securityLog.onlyPerson', { name: nameOf(person) })}
                title={t('securityLog.onlyPerson', { name: nameOf(person) })}
                onClick={() => onPerson(person._id)}
              >
                <ListFilter size={16} aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </Box>
  );
}

const nameOf = ({ name, _id }: NamedInLine): string => name || _id;

function Actor({ line: { by, actor } }: { line: SecurityLine }) {
  const t = useTranslation();
  if (actor) return <bdi>{actor.name || t('securityLog.deletedAccount', { id: actor._id })}</bdi>;
  if (by === 'operator') return t('securityLog.byOperator');
  return by === 'product' ? t('securityLog.byProduct') : t('securityLog.byUnknown');
}

/** The person whom the line concerns, and where it came from. */
function Details({ line }: { line: SecurityLine }) {
  const { user, patient, emailMark, address, device } = line;
  const t = useTranslation();
  const concerned = user ? (
    <bdi>{user.name || t('securityLog.deletedAccount', { id: user._id })}</bdi>
  ) : (
    emailMark !== null && t('securityLog.unknownEmail', { mark: emailMark })
  );
  return (
    <span className="more">
      {concerned && (
        <span>
          <RichMessage id="securityLog.concerns" elements={{ user: concerned }} />
        </span>
      )}
      <Teams line={line} />
      {patient && (
        <span>
          <RichMessage id="securityLog.ofPatient" elements={{ patient: <bdi>{patient}</bdi> }} />
        </span>
      )}
      {address && (
        <span>
          <bdi>{address}</bdi>
        </span>
      )}
      {device && (
        <span>
          <DeviceName device={device} />
        </span>
      )}
    </span>
  );
}

/** Both teams of a transfer, in its direction: a line's own team is the one that has the patient after the event. */
function Teams({ line: { kind, team, otherTeam } }: { line: SecurityLine }) {
  if (!team) return null;
  if (!otherTeam)
    return (
      <span>
        <RichMessage id="securityLog.ofTeam" elements={{ team: <bdi>{nameOf(team)}</bdi> }} />
      </span>
    );
  const [from, to] = kind === 'TransferAccepted' ? [otherTeam, team] : [team, otherTeam];
  return (
    <span>
      <RichMessage
        id="securityLog.fromTeamToTeam"
        elements={{ from: <bdi>{nameOf(from)}</bdi>, to: <bdi>{nameOf(to)}</bdi> }}
      />
    </span>
  );
}
