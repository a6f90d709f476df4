import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lines = readFileSync('deploy/compose.yaml', 'utf8').split('\n')
const services = lines.slice(lines.indexOf('services:') + 1, lines.indexOf('volumes:'))

/** The lines of each service by its name. */
const byName = new Map<string, string[]>()
let name = ''
for (const line of services) {
  const start = /^ {2}(?<name>[a-z-]+):$/u.exec(line)
  if (start) byName.set((name = start.groups?.['name'] ?? ''), [])
  else byName.get(name)?.push(line.trim())
}

const CAPABILITIES: Record<string, string> = {
  postgres: 'cap_add: [CHOWN, DAC_OVERRIDE, FOWNER, SETGID, SETUID]',
  caddy: 'cap_add: [NET_BIND_SERVICE]',
}

test('the compose file has exactly the expected services', () => {
  expect([...byName.keys()]).toEqual(['app', 'postgres', 'valkey', 'caddy'])
})

test.each([...byName])(
  'the service %s has a read-only root and only the capabilities that it needs',
  (service, own) => {
    expect(own).toContain('read_only: true')
    expect(own).toContain('cap_drop: [ALL]')
    expect(own).toContain("security_opt: ['no-new-privileges:true']")
    expect(own.some((line) => line.startsWith('tmpfs: [/tmp'))).toBe(true)
    expect(own.filter((line) => line.startsWith('cap_add:'))).toEqual([CAPABILITIES[service] ?? []].flat())
  },
)
