import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { listMessages } from '../../bench/chaos/list-messages'
import { type ChaosServer, runChaos } from '../../bench/chaos/run-chaos'
import { insertRooms } from '../../bench/harness/people'
import { SECRET } from '../../bench/harness/processes'
import { buildProcess } from '../support/build-process'
import { createTestDatabase } from '../support/database'
import { isLongRun } from '../support/long-run'

// A short form of `npm run bench chat-chaos`, which takes a minute and uses the built product: real processes, killed
// by SIGKILL, behind a network that drops connections.
/** Time limit that only ends a run that hangs: a busy machine takes long to start three servers. */
const TEST_MS = 300_000
const program = await buildProcess('chat-server.ts', 'chat-chaos')
const { db, url, drop } = await createTestDatabase()
afterAll(async () => {
  await drop()
  program.remove()
})

async function startServer(): Promise<ChaosServer> {
  const child = fork(program.script, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, SECRET, REDIS_URL: '' },
    execArgv: [],
  })
  const [address] = (await once(child, 'message')) as [string]
  return {
    port: Number(new URL(address).port),
    async kill() {
      if (child.signalCode !== null || child.exitCode !== null) return
      const isOver = once(child, 'exit')
      child.kill('SIGKILL')
      await isOver
    },
  }
}

async function chaos(options: { messages: number; kills: number; resumes: boolean }) {
  const members = await insertRooms(db, { rooms: 1, members: 12 })
  const roomId = members[0]?.roomId ?? ''
  return runChaos({
    ...options,
    startServer,
    people: members.map(({ caller, cookie }) => ({ id: caller.id, cookie })),
    roomId,
    stored: () => listMessages(db, roomId),
    everyMs: 600,
    cutShare: 0.03,
  })
}

test(
  'CH-08 CH-09 every reader gets every message once and in order, although servers and connections fail',
  async () => {
    const { faults, stored, acknowledged, read, cuts } = await chaos({
      messages: 10,
      kills: 2,
      resumes: true,
    })

    expect(faults).toEqual([])
    expect({ stored, acknowledged, read }).toEqual({ stored: 120, acknowledged: 120, read: 120 * 12 })
    expect(cuts).toBeGreaterThan(0)
  },
  TEST_MS,
)

test.runIf(isLongRun)(
  'control: messages are lost when a stream resumes at the newest message',
  async () => {
    const { faults } = await chaos({ messages: 5, kills: 1, resumes: false })

    // The first client is offline while others write, so it's the one that misses messages.
    expect(faults.join('\n')).toMatch(/client 0: missed \d+ of 60 messages/)
  },
  TEST_MS,
)
