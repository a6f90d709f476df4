import { Badge } from '~/design/badge'
import type { UserRow } from '../../contract-users-shapes'
import { formatPlainDate, roleTones } from './user-format'

export function RoleBadges({ user }: { user: Pick<UserRow, 'roles' | 'suspendedUntil'> }) {
  const { roles, suspendedUntil } = user
  return (
    <>
      {roles.map((role) => (
        <Badge key={role} tone={roleTones[role]}>
          {role}
        </Badge>
      ))}
      {roles.length === 0 && <span className="faint small">No role</span>}
      {suspendedUntil !== null && (
        <Badge tone="outline" title={`Until ${formatPlainDate(suspendedUntil)}`}>
          suspended
        </Badge>
      )}
    </>
  )
}
