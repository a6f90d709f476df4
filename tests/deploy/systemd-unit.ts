import { readFileSync } from 'node:fs'

export const UNIT_FILE = 'deploy/back-to-back@.service'
/** The name of an instance, which is its port. */
export const INSTANCE = '3001'
/** The folder of the product in the unit. */
export const INSTALLED = '/opt/back-to-back'

/** Reads a unit. A key that occurs several times has its last value. */
export function readUnit(file = UNIT_FILE): Record<string, string> {
  const text = readFileSync(file, 'utf8').replaceAll('%i', INSTANCE)
  const lines = text.matchAll(/^(?<key>[A-Z]\w+)=(?<value>.*)$/gmu)
  return Object.fromEntries([...lines].map(({ groups }) => [groups?.['key'] ?? '', groups?.['value'] ?? '']))
}

/** Returns the variables that the unit sets itself. */
export function readUnitEnvironment(): Record<string, string> {
  const pairs = (readUnit()['Environment'] ?? '').split(' ')
  return Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>
}
