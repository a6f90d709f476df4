import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '~/database/connect'
import { migrate } from '~/database/migrate'
import { createBackup } from '~/backup/create-backup'
import { createJobs } from '~/platform/jobs/jobs'
import { createLog } from '~/platform/log/log'
import { alternate, conclude } from './harness/alternate'
import { watchPostgres } from './harness/cpu'
import { startDatabase } from './harness/database'
import { fillEvent } from './harness/event'
import { isQuick, sizeArgument } from './harness/quick'
import { insist } from './harness/sale'

const PROGRAMS = '/usr/lib/postgresql'
const TICKETS = sizeArgument(400_000, 1_000)
const PORT = '5999'

/** Runs the PostgreSQL of the distribution, because pg_dump refuses a newer server, such as the built-in one. */
async function startServer(
  folder: string,
): Promise<{ url: string; dump: string; stop: () => Promise<void> }> {
  const version = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).toSorted().at(-1) : undefined
  insist(version !== undefined, `needs a PostgreSQL in ${PROGRAMS}: apt-get install postgresql`)
  const bin = join(PROGRAMS, String(version), 'bin')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? readUser('postgres') : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-E', 'UTF8', '--no-locale'], {
    ...user,
    stdio: 'ignore',
  })
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, '-p', PORT, '-c', 'listen_addresses='],
    { ...user, stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  // PostgreSQL creates its socket before it accepts connections, so the socket alone doesn't show that it is ready.
  while (spawnSync(join(bin, 'pg_isready'), ['-h', folder, '-p', PORT]).status !== 0) await wait(50)
  const url = `postgres://bench@/postgres?host=${encodeURIComponent(folder)}&port=${PORT}`
  await migrate(url)
  await watchPostgres(url)
  const stop = async () => {
    server.kill('SIGINT')
    await ended
  }
  return { url, dump: join(bin, 'pg_dump'), stop }
}

function readUser(name: string): { uid?: number; gid?: number } {
  const readId = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

const folder = mkdtempSync(join(tmpdir(), 'back-to-back-bench-backup-'))
const server = isQuick ? { ...(await startDatabase()), dump: undefined } : await startServer(folder)
const db = connect({ url: server.url, poolSize: 2 })
let count = 0

/** Returns how many tickets are backed up per second. */
async function measure(write: (target: string) => unknown): Promise<number> {
  count += 1
  const target = join(folder, `copy-${count}`)
  const before = performance.now()
  await write(target)
  const seconds = (performance.now() - before) / 1000
  rmSync(target, { recursive: true })
  return TICKETS / seconds
}

async function writeBackup(target: string): Promise<void> {
  const { tables } = await createBackup({
    folder: target,
    url: server.url,
    config: { secret: 'a secret of the benchmarks', dataDir: folder },
    storage: undefined,
    now: new Date(),
  })
  const { rows } = tables.find(({ name }) => name === 'tickets') ?? {}
  insist(rows === TICKETS, `the backup has ${rows} tickets`)
}

try {
  // Creates the tables of the job queue, because a backup includes them.
  const jobs = createJobs({ url: server.url, log: createLog({ level: 'error' }) })
  await jobs.start(false)
  await jobs.stop()
  await fillEvent(db, TICKETS, new Date())
  if (server.dump === undefined) await measure(writeBackup)
  else {
    const { dump } = server
    conclude([
      await alternate({
        name: 'backup, to pg_dump without compression',
        goal: 0.8,
        ours: () => measure(writeBackup),
        peer: () =>
          measure((target) => {
            mkdirSync(target)
            execFileSync(dump, ['--format=plain', `--file=${join(target, 'dump.sql')}`, server.url])
          }),
      }),
    ])
  }
} finally {
  await db.destroy()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
