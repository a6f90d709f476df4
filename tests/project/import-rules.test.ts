import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Forbidden imports: the rule, the file, and the import. */
const planted: [rule: string, from: string, to: string][] = [
  ['lib', 'src/lib/a.ts', '~/platform/log/log'],
  ['pure-lib', 'src/lib/b.ts', 'zod'],
  ['pure-lib', 'src/lib/c.ts', 'node:fs'],
  ['platform', 'src/platform/http/a.ts', '~/database/connect'],
  ['platform', 'src/platform/http/b.ts', '~/features/events/contract'],
  ['platform-tests', 'src/platform/http/c.test.ts', '~/features/events/contract'],
  ['design', 'src/design/a.ts', '~/platform/log/log'],
  ['design', 'src/design/b.ts', '~/features/events/web/card'],
  ['database', 'src/database/a.ts', '~/platform/http/listen'],
  ['database', 'src/database/b.ts', '~/features/events/rules/date'],
  ['rules', 'src/features/events/rules/a.ts', '~/features/events/contract'],
  ['rules', 'src/features/events/rules/b.ts', '~/features/members/rules/name'],
  ['rules', 'src/features/events/rules/c.ts', '~/database/connect'],
  ['pure-rules', 'src/features/events/rules/d.ts', 'kysely'],
  ['pure-rules', 'src/features/events/rules/e.ts', 'react'],
  ['pure-rules', 'src/features/events/rules/f.ts', 'node:crypto'],
  ['contract', 'src/features/chat/contract.ts', './server/calls'],
  ['contract-packages', 'src/features/bookings/contract.ts', 'kysely'],
  ['server', 'src/features/events/server/a.ts', '../web/card'],
  ['server', 'src/features/events/server/b.ts', '~/features/members/server/queries'],
  ['server', 'src/features/events/server/c.ts', '~/design/button'],
  ['server', 'src/features/events/server/d.ts', '~/app'],
  ['server', 'src/features/events/server/h.ts', '~/features/members/server/testing'],
  ['server-tests', 'src/features/events/server/i.test.ts', '~/features/members/server/testing-people'],
  ['auth-service', 'src/features/identity/server/sign-in/a.ts', '../auth-service/auth-error'],
  ['own-pages', 'src/features/identity/server/sign-in/b.ts', '../pages/session-response'],
  ['web', 'src/features/events/web/a.ts', '../server/calls'],
  ['web', 'src/features/events/web/b.ts', '~/features/members/web/card'],
  ['web', 'src/features/events/web/c.ts', '~/platform/log/log'],
  ['web', 'src/features/events/web/d.ts', '~/database/connect'],
  ['routes', 'src/routes/a.tsx', '~/features/events/server/calls'],
  ['routes', 'src/routes/b.tsx', '~/features/events/contract'],
  ['routes', 'src/routes/c.tsx', '~/database/connect'],
  ['feature-order-events', 'src/features/events/server/e.ts', '~/features/orders/server/public'],
  ['feature-order-events', 'src/features/events/server/f.ts', '~/features/network/server/public'],
  ['feature-order-settings', 'src/features/settings/server/a.ts', '~/features/invitations/server/public'],
  ['feature-order-invitations', 'src/features/invitations/server/a.ts', '~/features/identity/server/public'],
  ['feature-order-identity', 'src/features/identity/server/a.ts', '~/features/members/server/public'],
  ['feature-order-members', 'src/features/members/server/a.ts', '~/features/network/server/public'],
  ['feature-order-network', 'src/features/network/server/a.ts', '~/features/events/server/public'],
  ['feature-order-bookings', 'src/features/bookings/server/b.ts', '~/features/orders/server/public'],
  ['feature-order-orders', 'src/features/orders/server/b.ts', '~/features/tickets/server/public'],
  ['feature-order-tickets', 'src/features/tickets/server/a.ts', '~/features/check-in/server/public'],
  ['feature-order-check-in', 'src/features/check-in/server/a.ts', '~/features/chat/server/public'],
  ['feature-order-orders', 'src/features/orders/web/a.ts', '~/features/tickets/rules/event-change'],
  ['server', 'src/features/tickets/server/b.ts', '~/features/orders/server/end-holds'],
  ['web', 'src/features/tickets/web/a.ts', '~/features/orders/web/queries'],
  ['feature-order-bookings', 'src/features/bookings/server/a.ts', '~/features/chat/server/public'],
  ['feature-order-chat', 'src/features/chat/server/a.ts', '~/features/account/server/public'],
  ['feature-order-api-keys', 'src/features/api-keys/server/a.ts', '~/features/account/server/public'],
  ['feature-order-account', 'src/features/account/server/a.ts', '~/features/administration/server/public'],
  ['feature-layout', 'src/features/shop/server/z.ts', '~/features/shop/rules/z'],
  ['feature-layout', 'src/app.ts', '~/features/events/loose'],
  ['no-cycle', 'src/lib/round.ts', './trip'],
  ['no-development-package', 'src/platform/http/d.ts', 'vite'],
  ['test-only', 'src/features/events/server/g.ts', '~/features/events/server/testing'],
  ['test-only', 'src/features/events/server/j.ts', '~tests/support/database'],
  ['test-only', 'src/feature-registry.ts', '~tests/support/app'],
  ['test-support', 'src/features/events/server/k.test.ts', '~tests/access/event-calls'],
  ['test-support', 'tests/support/a.ts', '../access/event-calls'],
  ['resolvable', 'src/lib/d.ts', './nowhere'],
  ['journeys', 'tests/journeys/a.spec.ts', '../../src/lib/plain'],
  ['journeys', 'tests/journeys/b.spec.ts', '../support/app'],
  ['product-alone', 'src/features/events/server/demo.ts', '~demo/people'],
  ['product-alone', 'src/design/show.tsx', '~dev/gallery'],
]

const allowed: [from: string, to: string][] = [
  ['src/lib/plain.test.ts', 'vitest'],
  ['src/features/events/rules/ok.ts', '~/lib/plain'],
  ['src/features/events/contract.ts', 'zod'],
  ['src/features/events/server/ok.ts', '~/features/members/server/public'],
  ['src/features/events/server/ok.test.ts', '~tests/support/database'],
  ['src/features/events/server/whole.test.ts', '~tests/support/app'],
  ['tests/access/ok.test.ts', '~/features/events/server/calls'],
  ['tests/access/more.test.ts', '../support/app'],
  ['src/features/events/server/testing.ts', '~/features/members/server/testing'],
  ['src/features/events/server/pdf.ts', '~/design/flyer/draw'],
  ['src/features/events/server/email.ts', '~/design/site-name'],
  ['src/features/administration/server/ok.ts', '~/features/chat/server/public'],
  ['src/features/events/web/ok.ts', '../contract'],
  ['src/features/events/web/call.ts', '~/platform/rpc/client'],
  ['src/routes/ok.tsx', '~/features/events/web/card'],
  ['src/database/ok.ts', '~/platform/log/log'],
  ['src/lib/trip.ts', './round'],
]

const project = mkdtempSync(join(tmpdir(), 'back-to-back-rules-'))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}

/**
 * Returns the file of an import within the project. It must exist, otherwise the wrong rule would catch the import.
 */
function targetFile(from: string, to: string): string | undefined {
  if (to.startsWith('~/')) return `src/${to.slice(2)}.ts`
  if (/^~(?:tests|demo|dev)\//.test(to)) return `${to.slice(1)}.ts`
  if (to.startsWith('.') && to !== './nowhere') return join(dirname(from), `${to}.ts`)
  return undefined
}

type Result = { summary: { violations: { rule: { name: string }; from: string; to: string }[] } }
let caught: string[] = []

beforeAll(() => {
  const imports: [string, string][] = [
    ...planted.map(([, from, to]): [string, string] => [from, to]),
    ...allowed,
  ]
  for (const target of imports.map(([from, to]) => targetFile(from, to)))
    if (target) write(target, 'export const value = 1\n')
  // Type imports count too, except from development packages, because they add no code.
  for (const [from, to] of imports)
    write(
      from,
      `import ${to === 'vite' ? '' : 'type '}* as used from '${to}'\nexport type Used = typeof used\n`,
    )
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(file, join(project, file))
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const program = resolve('node_modules/.bin/depcruise')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'src', 'tests', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  if (!stdout) throw new Error(stderr)
  caught = (JSON.parse(stdout) as Result).summary.violations.map(
    (found) => `${found.rule.name}: ${found.from}`,
  )
}, 60_000)
afterAll(() => rmSync(project, { recursive: true, force: true }))

test.each(planted)('the rule %s catches the import %s → %s', (rule, from) => {
  expect(caught).toContain(`${rule}: ${from}`)
})

test('allowed imports pass the rules', () => {
  const breaking = new Set(planted.map(([, from]) => from))
  // A cycle is reported at both ends.
  breaking.add('src/lib/trip.ts')
  expect(caught.filter((entry) => !breaking.has(entry.slice(entry.indexOf(': ') + 2)))).toEqual([])
})

test('the folder src holds folders and at most 8 files', () => {
  const entries = readdirSync('src', { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(files.length, `move some into a folder: ${files.join(', ')}`).toBeLessThanOrEqual(8)
})

test('no source file is longer than 300 lines, styles and SQL included', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|sql)$/.test(file),
  )
  const { stdout } = spawnSync('wc', ['-l', ...files.map((file) => join('src', file))], { encoding: 'utf8' })
  const long = stdout
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) > 300 && !line.endsWith(' total'))
  expect(long).toEqual([])
})
