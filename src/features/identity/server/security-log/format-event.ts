import { findCallRoute } from '~/platform/rpc/server/call-routes'
import { kindsOf, SECURITY_FAMILIES, type SecurityKind } from '../../rules/security-kinds'
import { describeFacts, getEventTitle } from '../../rules/describe-security-event'
import type { ActivityEvent } from '../../contract-activity'

export interface EventRow {
  id: string
  kind: string
  at: Date
  count: number
  device: string | null
  ip: string | null
  country: string | null
  is_new_device: boolean
  details: unknown
}

export function toActivityEvent(row: EventRow): ActivityEvent {
  const { id, at, count, device, ip, country, details } = row
  const kind = row.kind as SecurityKind
  return {
    id,
    family: SECURITY_FAMILIES.find((family) => kindsOf[family].includes(kind)) ?? 'changes',
    title: getEventTitle({ kind, details }),
    facts: describeFacts({ kind, count, details }, findCallRoute),
    at: at.toISOString(),
    device,
    ip,
    country,
    isNewDevice: row.is_new_device,
  }
}
