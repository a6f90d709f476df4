import { Badge, type BadgeTone } from '~/design/badge'
import type { InvitationStatus } from '../rules/invitation-code'

const tones: Record<InvitationStatus, BadgeTone> = {
  pending: 'orange',
  used: 'green',
  expired: 'outline',
  revoked: 'neutral',
}

export function StatusBadge({ status }: { status: InvitationStatus }) {
  return <Badge tone={tones[status]}>{status}</Badge>
}

/** Whether the code has expired or was revoked. Its cells are then shown faded. */
export function isUnusable(status: InvitationStatus): boolean {
  return status === 'expired' || status === 'revoked'
}
