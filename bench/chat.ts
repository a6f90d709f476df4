import { conclude, type Figure } from './harness/alternate'
import { isPeer } from './harness/processes'
import { measureRoom, measureRooms } from './chat/broadcast'
import { measureIdle } from './chat/idle'
import { measureOpening } from './chat/opening'
import { serveChat } from './peers/chat-peer'
import { sizeArgument } from './harness/quick'

const PARTS = ['delivered', 'p99', 'rooms', 'open', 'idle']

/**
 * Runs all parts, or only those named on the command line. A number there is the message count of the larger room.
 */
async function measure(): Promise<void> {
  const parameters = process.argv.slice(2)
  const named = parameters.filter((parameter) => PARTS.includes(parameter))
  const parts = new Set(named.length > 0 ? named : PARTS)
  const messages = sizeArgument(10_000_000, 2_000)
  const figures: Figure[] = []
  if (parts.has('delivered') || parts.has('p99')) figures.push(...(await measureRoom(parts)))
  if (parts.has('rooms')) figures.push(...(await measureRooms()))
  if (parts.has('open')) figures.push(await measureOpening(messages))
  if (parts.has('idle')) figures.push(await measureIdle())
  conclude(figures)
}

if (isPeer) serveChat()
else await measure()
