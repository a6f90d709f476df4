import type { ChatSide } from './chat-side'
import { countOperations } from './cpu'
import { insist } from './sale'

export interface Talk {
  side: ChatSide
  rooms: number
  members: number
}

const PATIENCE_MS = 20_000

/** Returns the writer of message `number`: rooms take turns, and within a room its members do. */
function writerOf({ rooms, members }: Talk, number: number): number {
  return (number % rooms) * members + (Math.floor(number / rooms) % members)
}

/**
 * Measures messages delivered per second with `inFlight` of them under way. The next message is sent when one has
 * reached all its readers, so that no reader falls behind. Returns after every message has reached every reader.
 */
export async function deliver(talk: Talk, { seconds, inFlight }: { seconds: number; inFlight: number }) {
  const { side, members } = talk
  const { readers } = side
  readers.reset()
  let sent = 0
  const waiting: Array<() => void> = []
  const room = () => inFlight - sent + Math.floor(readers.total() / members)
  let isOver = false
  const settled = Promise.withResolvers<void>()
  readers.watch({
    eachPiece() {
      for (let free = waiting.length > 0 ? room() : 0; free > 0; free--) waiting.shift()?.()
      if (isOver && readers.total() >= sent * members) settled.resolve()
    },
  })
  const started = performance.now()
  const until = started + seconds * 1000
  const write = async () => {
    while (performance.now() < until) {
      if (room() <= 0) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        continue
      }
      const number = sent++
      await side.send(writerOf(talk, number), number)
    }
  }
  const writeAll = async () => {
    await Promise.all(Array.from({ length: inFlight }, write))
    isOver = true
    if (readers.total() < sent * members) await settled.promise
  }
  await unlessBroken(talk, seconds, () => sent, writeAll())
  const perSecond = (sent * members) / ((performance.now() - started) / 1000)
  checkAllReceived(talk, sent)
  countOperations(sent * members)
  return { sent, perSecond }
}

/** Measures milliseconds from the time each message is due, at an even pace, to its arrival at each reader. */
export async function measureLatencies(
  talk: Talk,
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const { side, members } = talk
  const count = seconds * perSecond
  const sentAt = new Float64Array(count)
  let sent = 0
  const took = new Float64Array(count * members)
  let come = 0
  const settled = Promise.withResolvers<void>()
  side.readers.reset()
  side.readers.watch({
    eachOne(number) {
      took[come++] = performance.now() - (sentAt[number] ?? 0)
    },
    eachPiece: () => (come >= took.length ? settled.resolve() : undefined),
  })
  const started = performance.now()
  const writeAll = async () => {
    const answers: Promise<void>[] = []
    for (let number = 0; number < count; number++) {
      // Measured from the due time, so that a delayed sender doesn't hide latency (coordinated omission).
      const due = started + (number * 1000) / perSecond
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      sentAt[number] = due
      sent += 1
      answers.push(side.send(writerOf(talk, number), number))
    }
    await Promise.all(answers)
    await settled.promise
  }
  await unlessBroken(talk, seconds, () => sent, writeAll())
  checkAllReceived(talk, count)
  return took.sort()
}

/** Waits for `run`. @throws when a stream breaks or a message doesn't arrive in time */
async function unlessBroken(
  { side, members }: Talk,
  seconds: number,
  sent: () => number,
  run: Promise<void>,
): Promise<void> {
  const { name, readers } = side
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new Error(`${name} is stalled: ${readers.total()} of ${sent() * members} deliveries arrived`),
      ),
    seconds * 1000 + PATIENCE_MS,
  )
  try {
    await Promise.race([run, readers.broken, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Checks that every reader received every message of their room exactly once. */
function checkAllReceived({ side, rooms, members }: Talk, sent: number): void {
  const expected = Array.from({ length: rooms }, () => ({ count: 0, sum: 0 }))
  for (let number = 0; number < sent; number++) {
    const room = expected[number % rooms]
    if (!room) continue
    room.count += 1
    room.sum += number
  }
  side.readers.readers.forEach((reader, index) => {
    const room = expected[Math.floor(index / members)]
    insist(
      reader.count === room?.count && reader.sum === room.sum,
      `reader ${index} received ${reader.count} messages (sum ${reader.sum}) of ${room?.count} (sum ${room?.sum})`,
    )
    if (reader.heard)
      insist(new Set(reader.heard).size === reader.count, `reader ${index} received a message twice`)
  })
}
