import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '~/platform/config/configuration'
import { VARIABLE_NAMES } from '~/platform/config/variables'
import { REQUEST_PATIENCE_MS } from '~/platform/http/server'
import { JOB_PATIENCE_MS } from '~/platform/jobs/jobs'
import { INSTALLED, UNIT_FILE, readUnit, readUnitEnvironment } from './systemd-unit'

const unit = readUnit()

/** The example of the environment file in the handbook. */
function readExample(): Record<string, string> {
  const handbook = readFileSync('docs/operating.md', 'utf8')
  const [, section = ''] = /^### systemd$(.*?)^##/msu.exec(handbook) ?? []
  const lines = [...section.matchAll(/^ *(?<name>[A-Z_]+)=(?<value>\S*)$/gmu)]
  return Object.fromEntries(lines.map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']))
}

/** Runs systemd-analyze with a copy of the unit for this folder. Skips the test without systemd. */
function analyze(skip: () => never, ...parameters: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'back-to-back.service')
  // It wants to find the program.
  const text = readFileSync(UNIT_FILE, 'utf8').replaceAll(
    `${INSTALLED}/node_modules/.bin/node`,
    process.execPath,
  )
  writeFileSync(file, text)
  const { status, error, stdout, stderr } = spawnSync('systemd-analyze', [...parameters, file], {
    encoding: 'utf8',
  })
  if (error) skip()
  return { status, stdout, stderr }
}

test('systemd accepts the unit', ({ skip }) => {
  expect(analyze(skip, 'verify')).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('systemd rates the unit as little exposed', ({ skip }) => {
  const { status, stdout } = analyze(skip, 'security', '--offline=true', '--threshold=20', '--no-pager')
  expect(stdout).toContain('Overall exposure level')
  expect(status).toBe(0)
})

test('runs without privileges, and writes only to its own folder', () => {
  expect(unit).toMatchObject({
    Type: 'exec',
    DynamicUser: 'yes',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    StateDirectory: 'back-to-back',
    Restart: 'on-failure',
    KillMode: 'mixed',
  })
  expect(readUnitEnvironment()['DATA_DIR']).toBe(`/var/lib/${unit['StateDirectory']}`)
})

test('the product knows all variables of the unit and of the handbook, and accepts them', () => {
  const env = { ...readUnitEnvironment(), ...readExample() }
  const { NODE_ENV, ...own } = env
  expect(NODE_ENV).toBe('production')
  expect(Object.keys(own).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
  expect(() => readConfiguration({ ...env, SECRET: '' })).toThrow('SECRET is missing')
  const config = readConfiguration({ ...env, SECRET: '0123456789abcdef0123456789abcdef' })
  expect(config).toMatchObject({ isDemo: false, proxies: { hops: 1 } })
  // The rest is for closing the database.
  const seconds = config.drainSeconds + (REQUEST_PATIENCE_MS + JOB_PATIENCE_MS) / 1000
  expect(config.drainSeconds).toBeGreaterThan(0)
  expect(Number(unit['TimeoutStopSec'])).toBeGreaterThanOrEqual(seconds + 10)
})
