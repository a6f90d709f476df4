// A site without data, and one whose database does not respond.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const seen = (name, route, path) => ({ name, as: 'visitor', stage: 'empty', route, path })

/** Stops or continues the server's own PostgreSQL, with all its processes. */
function signalDatabase(dataDir, signal) {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal)
}

export const emptySiteScreens = [
  seen('empty-landing', 'index', '/'),
  seen('empty-events', 'events.index', '/events'),
  seen('empty-discover', 'discover', '/discover'),
  {
    name: 'setup',
    as: 'newAdmin',
    stage: 'empty',
    route: ['setup', 'two-step-needed'],
    changes: true,
    async *states({ page, open, dataDir }) {
      const { pathname, search } = new URL(readFileSync(join(dataDir, 'setup-link'), 'utf8').trim())
      await open(pathname + search)
      yield 'form'
      await page.getByLabel('Full name').fill('Ines Calder')
      await page.getByLabel('Email').fill('ines@calder.example')
      await page.getByLabel('Password', { exact: true }).fill('two left shoes')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/two-step-needed/)
      await page
        .getByText('You are now the admin of this site.')
        .waitFor({ state: 'detached', timeout: 15_000 })
      yield 'two-step'
    },
  },
  {
    name: 'unavailable',
    as: 'visitor',
    stage: 'empty',
    route: 'events.$id',
    async *states({ page, open, dataDir }) {
      // Stops the countdown to the next attempt.
      await page.addInitScript(() => (window.setInterval = () => 0))
      signalDatabase(dataDir, 'SIGSTOP')
      try {
        await open('/events/00000000-0000-7000-8000-000000000000')
        yield ''
      } finally {
        signalDatabase(dataDir, 'SIGCONT')
      }
    },
  },
]
