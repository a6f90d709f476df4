import { readFileSync } from 'node:fs'

export const UNIT_FILE = 'deploy/back-to-back.service'
/** The folder of the product in the unit. */
export const INSTALLED = '/opt/back-to-back'

/** Reads the unit. A key that occurs several times has its last value. */
export function readUnit(): Record<string, string> {
  const lines = readFileSync(UNIT_FILE, 'utf8').matchAll(/^(?<key>[A-Z]\w+)=(?<value>.*)$/gmu)
  return Object.fromEntries([...lines].map(({ groups }) => [groups?.['key'] ?? '', groups?.['value'] ?? '']))
}

/** Returns the variables that the unit sets itself. */
export function readUnitEnvironment(): Record<string, string> {
  const pairs = (readUnit()['Environment'] ?? '').split(' ')
  return Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>
}
