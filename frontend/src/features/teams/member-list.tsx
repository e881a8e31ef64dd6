/** Who is in the team: a stethoscope for physicians, a shield for the others. The admin switches a member's role, never their own. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Member, Team } from 'command-api/contract/entities';
import { Shield, Stethoscope } from 'lucide-react';
import { personName } from '../../lib/names.ts';
import { queryClient, useCommand } from '../../lib/queries.ts';
import { keys } from '../../lib/query-keys.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { notify } from '../../ui/toaster.tsx';
import { changeRole } from './api.ts';
import { teamsText as text } from './messages.ts';

const list = {
  listStyle: 'none',
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', paddingBlock: '2', minH: '52px', borderBlockEndWidth: '1px', borderColor: 'border.muted', _last: { borderBlockEndWidth: 0 } },
  '& li > svg': { color: 'brand.fg', flexShrink: 0 },
  '& small': { color: 'fg.muted', display: 'block', fontSize: 'xs', overflowWrap: 'anywhere' },
};
const roleOf = (member: Member): string => (member.disabled ? text.disabled : member.isPhysic ? text.physician : member.canEdit ? text.pharmacist : text.reader);

export function MemberList({ team, mayAdminister }: { team: Team; mayAdminister: boolean }) {
  const change = useCommand(changeRole, {
    onSuccess: (answer) => {
      queryClient.setQueryData(keys.team(team._id), answer);
      notify.saved(text.roleChanged);
    },
  });
  return (
    <>
      <ErrorAlert error={change.error} />
      <Box as="ul" css={list}>
        {team.members.map((member) => {
          const Icon = member.isPhysic ? Stethoscope : Shield;
          const busy = change.isPending && change.variables.params.userId === member.userId;
          return (
            <li key={member.userId}>
              <Icon size={20} aria-hidden />
              <Box flex="1" minW="12ch"><bdi>{personName(member)}</bdi><small>{roleOf(member)} · <bdi dir="ltr">{member.user}</bdi></small></Box>
              {member.userId === team.adminId && <Badge colorPalette="amber">{text.admin}</Badge>}
              {mayAdminister && member.userId !== team.adminId && !member.disabled && (
                <Button
                  size="xs" variant="outline" colorPalette="gray" loading={busy} disabled={change.isPending}
                  onClick={() => change.mutate({ params: { id: team._id, userId: member.userId }, team: team._id, body: { role: member.isPhysic ? 'pharmacist' : 'physician' } })}
                >
                  {member.isPhysic ? text.makePharmacist : text.makePhysician}<Box as="span" srOnly>: {personName(member)}</Box>
                </Button>
              )}
            </li>
          );
        })}
      </Box>
    </>
  );
}
