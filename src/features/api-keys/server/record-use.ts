import type { Database } from '~/database/connect'
import { recordEvent } from '~/features/identity/server/public'
import { toIpv6Network } from '~/platform/http/client-address'
import { formatKeyName } from './own-keys'

const HOUR_MS = 3_600_000
/** Uses that a process remembers. Beyond, it records some again, and the database merges them. */
const MAX_REMEMBERED = 50_000

interface KeyUse {
  key: { id: string; userId: string; name: string; prefix: string }
  /** Such as `events.list`. */
  call: string
  kind: 'api_key_used' | 'api_key_refused'
  ip: string
  at: Date
}

/**
 * Creates a function that records calls with API keys in the owner's security log, at most once an hour for each key,
 * call and network of the client. So an owner sees which calls someone with a stolen key made, and from where.
 */
export function createUseRecorder(db: Database): (use: KeyUse) => Promise<void> {
  const recordedAt = new Map<string, number>()
  return async ({ key, call, kind, ip, at }) => {
    const network = toIpv6Network(ip)
    const id = [key.id, kind, call, network].join(' ')
    const recorded = recordedAt.get(id)
    if (recorded !== undefined && at.getTime() - recorded < HOUR_MS) return
    await recordEvent(db, {
      userId: key.userId,
      kind,
      at,
      ip: network,
      details: { methods: [call], name: formatKeyName(key) },
    })
    recordedAt.delete(id)
    recordedAt.set(id, at.getTime())
    const [oldest] = recordedAt.keys()
    if (recordedAt.size > MAX_REMEMBERED && oldest !== undefined) recordedAt.delete(oldest)
  }
}
