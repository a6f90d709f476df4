import type { CheckInAction, CheckInResult, CheckInGuest, CheckInList, CheckInTicket } from '../contract'
import type { ShownResult } from './check-in-actions'
import { createCheckInClock } from './check-in-clock'
import type { CheckInCalls } from './check-in-calls'
import { createMemoryStore, type CheckInStore } from './check-in-store'
import { createShift } from './shift'

export const NOW = Date.parse('2026-12-05T22:50:00.000Z')
const toId = (number: number) => `01a1fbc7-0000-7000-8000-${String(number).padStart(12, '0')}`

export const checkInEvent: CheckInList['event'] = {
  id: toId(1),
  title: 'Dust & Diamonds',
  startsAt: '2026-12-05T22:00:00.000Z',
  doorsAt: '2026-12-05T21:00:00.000Z',
  endsAt: '2026-12-06T05:00:00.000Z',
  timezone: 'Europe/Berlin',
  venueName: 'Carriage Works',
  state: 'on',
  opensAt: '2026-12-04T21:00:00.000Z',
  closesAt: '2026-12-07T05:00:00.000Z',
  canAlwaysUndo: false,
}

export function buildTicket(number: number, changes: Partial<CheckInTicket> = {}): CheckInTicket {
  return {
    id: toId(100 + number),
    number: `TK-0C41-882${String(number).padStart(2, '0')}`,
    hash: `hash-${number}`,
    name: `Guest ${number}`,
    type: 'General Admission',
    group: `group-${number}`,
    position: 1,
    count: 1,
    ...changes,
  }
}

export function buildGuest(number: number, changes: Partial<CheckInGuest> = {}): CheckInGuest {
  return {
    id: toId(500 + number),
    name: `Friend ${number}`,
    guestOf: 'Juno Okafor',
    size: 1,
    arrived: 0,
    arrivedAt: null,
    checkIns: [],
    ...changes,
  }
}

export function buildList(changes: Partial<CheckInList> = {}): CheckInList {
  return {
    event: checkInEvent,
    seq: '1',
    serverNow: new Date(NOW).toISOString(),
    tickets: [],
    guests: [],
    guestsTag: 'a',
    duplicates: [],
    counts: { tickets: { checkedIn: 0, expected: 0 }, guests: { checkedIn: 0, expected: 0 } },
    ...changes,
  }
}

/** Simulates a phone with a server that can be disconnected; the server admits everyone once. */
export function openPhone(list: CheckInList, { store = createMemoryStore() }: { store?: CheckInStore } = {}) {
  const at = { wall: NOW, isDown: false, hangs: false }
  const sent: CheckInAction[] = []
  const batches: { entrance: string; nonces: string[] }[] = []
  const contradictions: ShownResult[] = []
  const results = new Map<string, Partial<CheckInResult>>()
  const rows = new Map(list.tickets.map((ticket) => [ticket.id, ticket]))
  let entrance = 'Front'
  let seq = 1
  let dropped = 0
  const formatServerNow = () => new Date(at.wall).toISOString()
  async function connect(): Promise<void> {
    if (at.hangs) await new Promise(() => undefined)
    await Promise.resolve()
    if (at.isDown) throw new TypeError('Failed to fetch')
  }
  const server: CheckInCalls = {
    async open() {
      await connect()
      return { ...list, tickets: [...rows.values()], seq: String(seq), serverNow: formatServerNow() }
    },
    async changes() {
      await connect()
      return {
        ...list,
        tickets: [...rows.values()],
        guests: null,
        seq: String(seq),
        serverNow: formatServerNow(),
        isComplete: false,
      }
    },
    async scan(scans, from) {
      await connect()
      batches.push({ entrance: from, nonces: scans.map(({ nonce }) => nonce) })
      sent.push(...scans)
      return { results: scans.map((scan) => toResult(scan)), serverNow: formatServerNow() }
    },
    async seen() {
      await connect()
    },
  }
  function toResult({ nonce, kind, code, ticketId, undoneNonce }: CheckInAction): CheckInResult {
    const blank = {
      nonce,
      ticket: null,
      guest: null,
      counted: 0,
      since: null,
      otherEvent: null,
      refusedCount: 0,
    }
    const fixed = results.get(code ?? ticketId ?? '')
    if (fixed) return { ...blank, outcome: 'unknown', ...fixed }
    if (kind === 'undo') {
      for (const row of rows.values())
        if (row.checkInNonce === undoneNonce) rows.set(row.id, withoutCheckIn(row))
      return { ...blank, outcome: 'undone' }
    }
    const ticket = [...rows.values()].find((row) => row.id === ticketId || row.hash === code)
    if (!ticket) return { ...blank, outcome: 'unknown' }
    if (ticket.checkedInAt !== undefined && ticket.checkInNonce !== nonce)
      return {
        ...blank,
        outcome: 'duplicate',
        ticket,
        since: { at: ticket.checkedInAt, entrance: ticket.entrance ?? '', by: 'Owen' },
      }
    seq += 1
    rows.set(ticket.id, {
      ...ticket,
      checkedInAt: formatServerNow(),
      entrance,
      checkedInBy: 'Owen',
      checkInNonce: nonce,
    })
    return { ...blank, outcome: 'checked_in', ticket, counted: 1 }
  }
  let made = 0
  const clock = createCheckInClock({
    wall: () => at.wall,
    steady: () => at.wall,
    life: crypto.randomUUID(),
  })
  const shift = createShift({
    server,
    store,
    clock,
    newNonce: () => toId(900_000 + (made += 1)),
    random: () => 0.5,
    hashCode: (code) => Promise.resolve(code.startsWith('hash-') ? code : undefined),
    entrance: () => entrance,
    onContradiction: (result) => contradictions.push(result),
    onDropped: () => (dropped += 1),
  })
  return {
    shift,
    clock,
    store,
    at,
    sent,
    batches,
    results: results,
    rows,
    contradictions,
    dropped: () => dropped,
    moveTo: (name: string) => (entrance = name),
  }
}

function withoutCheckIn({
  checkedInAt: _at,
  entrance: _entrance,
  checkedInBy: _by,
  checkInNonce: _nonce,
  ...row
}: CheckInTicket): CheckInTicket {
  return row
}
