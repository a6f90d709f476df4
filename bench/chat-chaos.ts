import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { listMessages } from './chaos/list-messages'
import { runChaos } from './chaos/run-chaos'
import { insertRooms } from './harness/people'
import { startProduct } from './harness/processes'
import { insist } from './harness/sale'
import { isQuick, sized, sizeArgument } from './harness/quick'

const PEOPLE = sized(50, 10)
// Each person sends a message this often, which stays below the rate limit of two messages a second.
const EVERY_MS = 700
// The share of connections cut after each message, so that a tenth of all connections is cut per second.
const CUT_SHARE = (0.1 * EVERY_MS) / 1000 / PEOPLE

/**
 * Runs the chat while the server is killed and connections are cut. Prints and returns the counts and the faults.
 * With `resumes: false` it is the control run, which must lose messages.
 */
async function prove({ seconds, kills, resumes }: { seconds: number; kills: number; resumes: boolean }) {
  const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  const db = connect({ url: server.url, poolSize: 2 })
  try {
    const members = await insertRooms(db, { rooms: 1, members: PEOPLE })
    const roomId = members[0]?.roomId ?? ''
    const outcome = await runChaos({
      startServer: () => startProduct(server.url),
      people: members.map(({ caller, cookie }) => ({ id: caller.id, cookie })),
      roomId,
      stored: () => listMessages(db, roomId),
      messages: Math.ceil((seconds * 1000) / EVERY_MS),
      kills,
      everyMs: EVERY_MS,
      cutShare: CUT_SHARE,
      resumes,
    })
    const { faults, ...counts } = outcome
    console.log(`  ${resumes ? 'resumed' : 'restarted'}: ${JSON.stringify(counts)}, ${faults.length} faults`)
    for (const fault of faults.slice(0, 5)) console.log(`    ${fault}`)
    return outcome
  } finally {
    await db.destroy()
    await server.stop()
  }
}

// The control run must miss messages. The quick form skips it, because it is too short to miss one every time.
if (!isQuick) {
  const control = await prove({ seconds: 12, kills: 1, resumes: false })
  insist(control.faults.length > 0, 'a restarted stream missed no messages, so this run is no evidence')
}

const seconds = sizeArgument(60, 4)
const { faults, stored, acknowledged, read } = await prove({ seconds, kills: sized(5, 1), resumes: true })
insist(faults.length === 0, faults.join('\n'))
insist(acknowledged === stored && read === stored * PEOPLE, 'the counts differ')
console.log(`\nchat-chaos faults=0 messages=${stored} read=${read}`)
