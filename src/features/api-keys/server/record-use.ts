import type { Database } from '~/database/connect'
import { recordEvent } from '~/features/identity/server/public'
import { toIpv6Network } from '~/platform/http/client-address'
import { formatKeyName } from './own-keys'

const HOUR_MS = 3_600_000
/** Networks that a process records per key, call, kind and hour. Beyond, it records none. */
const MAX_PER_HOUR = 20
/** Calls of keys that a process remembers. Beyond, it records some uses again, and the database merges them. */
const MAX_REMEMBERED = 20_000

interface RecordedHour {
  /** Milliseconds. */
  startedAt: number
  networks: Set<string>
}

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
 * call and network of the client. So an owner sees which calls someone with a stolen key made, and from where. Each call
 * is limited alone, also when it was refused, so that a flood of one can't hide the others.
 */
export function createUseRecorder(db: Database): (use: KeyUse) => Promise<void> {
  const hours = new Map<string, RecordedHour>()

  function getHour(id: string, now: number): RecordedHour {
    const known = hours.get(id)
    if (known !== undefined && now - known.startedAt < HOUR_MS) return known
    const hour = { startedAt: now, networks: new Set<string>() }
    hours.delete(id)
    hours.set(id, hour)
    const [oldest] = hours.keys()
    if (hours.size > MAX_REMEMBERED && oldest !== undefined) hours.delete(oldest)
    return hour
  }

  return async ({ key, call, kind, ip, at }) => {
    const network = toIpv6Network(ip)
    const { networks } = getHour(`${key.id} ${kind} ${call}`, at.getTime())
    if (networks.has(network) || networks.size >= MAX_PER_HOUR) return
    // Simultaneous calls must not exceed the limit.
    networks.add(network)
    try {
      await recordEvent(db, {
        userId: key.userId,
        kind,
        at,
        ip: network,
        details: { methods: [call], name: formatKeyName(key) },
      })
    } catch (error) {
      networks.delete(network)
      throw error
    }
  }
}
