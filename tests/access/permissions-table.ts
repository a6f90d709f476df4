import type { Access } from '~/platform/rpc/access'
import type { Scope } from '~/platform/rpc/scopes'

interface Call {
  name: string
  method: string
  path: string
  access: Access
  scope: Scope | undefined
}
interface Address {
  path: string
  methods: readonly string[]
  access: Access
}

const words: Record<Access, string> = {
  public: 'everyone',
  signed_in: 'signed in',
  members_area: 'members’ area',
  member: 'members',
  moderator: 'moderators',
  admin: 'admins',
}

const roles = ['visitor', 'customer', 'user', 'moderator', 'admin']
const standing: Record<Access, readonly string[]> = {
  public: ['yes', 'yes', 'yes', 'yes', 'yes'],
  signed_in: ['401', 'yes', 'yes', 'yes', 'yes'],
  members_area: ['401', 'as set', 'yes', 'yes', 'yes'],
  member: ['401', '403', 'yes', 'yes', 'yes'],
  moderator: ['401', '403', '403', 'yes', 'yes'],
  admin: ['401', '403', '403', '403', 'yes'],
}

export function writePermissions(calls: readonly Call[], addresses: readonly Address[]): string {
  const features = [...new Set(calls.map(({ name }) => name.split('.', 1)[0] ?? ''))].toSorted()
  const policies = Object.keys(words) as Access[]
  const parts = [
    '# Who may make which call',
    "Written by `tests/access/calls-by-role.test.ts` from the registry of calls, and tested there as each role over HTTP, cell by cell: `npx vitest run tests/access/calls-by-role.test.ts -u`\nupdates it. Whose order, room or booking it is, each call decides itself: it doesn't find rows that the caller may not see.",
    '_As set_: the setting `members_area`. `signed_in` (the default) admits every signed-in account; with `invited` a customer gets 403\n`MEMBERS_ONLY`, and redeems a code or requests an invite.',
    grid(
      ['policy', ...roles],
      policies.map((access) => [words[access], ...standing[access]]),
    ),
    '_Scope_: an API key with this scope can make the call if its owner may. Without a scope, no key can make it. `tests/access/api-keys.test.ts` tries each call\nwith keys that have its scope, and with keys that have all others.',
    ...features.flatMap((feature) => [
      `## ${feature}`,
      grid(
        ['call', 'address', 'who', 'scope'],
        calls
          .filter(({ name }) => name.startsWith(`${feature}.`))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
          .map(({ name, method, path, access, scope }) => [
            `\`${name.slice(feature.length + 1)}\``,
            `\`${method} ${path}\``,
            words[access],
            scope === undefined ? '' : `\`${scope}\``,
          ]),
      ),
    ]),
    '## Besides the calls',
    grid(
      ['address', 'who'],
      addresses.map(({ path, methods, access }) => [
        `\`${methods.join(', ')} ${path}\``,
        path === '/api/mcp' ? 'API key' : words[access],
      ]),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Formats a table with aligned columns, as the formatter requires. */
function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
