import type { Database } from '~/database/connect'
import { recordEvent } from '~/features/identity/server/public'
import { toIpv6Network } from '~/platform/http/client-address'
import { formatKeyName } from './own-keys'

const HOUR_MS = 3_600_000
/** The maximum number of networks that a process records per key, call and hour. */
const MAX_NETWORKS = 20
/** The maximum number of pairs of refused call and network that a process records per key and hour. */
const MAX_REFUSED = 200
/**
 * The maximum number of pairs of key and call that a process remembers. Beyond that, it records some uses again, and
 * the database merges them.
 */
const MAX_REMEMBERED = 20_000

interface RecordedHour {
  /** The start of the hour, in milliseconds since 1970. */
  startedAt: number
  /** The recorded networks; for refused calls, pairs of call and network. */
  uses: Set<string>
}

interface KeyUse {
  key: { id: string; userId: string; name: string; prefix: string }
  /** The name of the call, such as `events.list`. */
  call: string
  kind: 'api_key_used' | 'api_key_refused'
  ip: string
  at: Date
}

/**
 * Creates a function that records calls with API keys in the owner's security log, at most once an hour for each key,
 * call and network of the client. So an owner sees which calls someone with a stolen key made, and from where. Each
 * API call has its own limit. All refused calls share one limit, so that many refused calls can't hide the others.
 */
export function createUseRecorder(db: Database): (use: KeyUse) => Promise<void> {
  const hours = new Map<string, RecordedHour>()

  function getHour(id: string, now: number): RecordedHour {
    const known = hours.get(id)
    if (known !== undefined && now - known.startedAt < HOUR_MS) return known
    const hour = { startedAt: now, uses: new Set<string>() }
    hours.delete(id)
    hours.set(id, hour)
    const [oldest] = hours.keys()
    if (hours.size > MAX_REMEMBERED && oldest !== undefined) hours.delete(oldest)
    return hour
  }

  return async ({ key, call, kind, ip, at }) => {
    const network = toIpv6Network(ip)
    const [id, use, limit] =
      kind === 'api_key_used'
        ? [`${key.id} ${call}`, network, MAX_NETWORKS]
        : [`${key.id} refused`, `${call} ${network}`, MAX_REFUSED]
    const { uses } = getHour(id, at.getTime())
    if (uses.has(use) || uses.size >= limit) return
    // Adds the use before it is stored, so that simultaneous calls don't record more uses than `limit`.
    uses.add(use)
    try {
      await recordEvent(db, {
        userId: key.userId,
        kind,
        at,
        ip: network,
        details: { methods: [call], name: formatKeyName(key) },
      })
    } catch (error) {
      uses.delete(use)
      throw error
    }
  }
}
