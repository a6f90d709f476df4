import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionDescriptions } from '../../rules/action-descriptions'
import { everyAction } from './every-action'

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) => file.isFile() && /\.(?:ts|sql)$/.test(file.name) && !/\.test\.ts$|testing/.test(file.name),
    )
    .map((file) => join(file.parentPath, file.name))
}

/** All literals after `action:` in the code, and the money actions written by SQL functions. */
const written = new Set(
  sources('src').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const inCode = /action: (?<what>[^\n]*)/g
    const found = path.endsWith('.sql')
      ? [...text.matchAll(/'(money\.\w+)'/g)].map(([, name = '']) => name)
      : [...text.matchAll(inCode)].flatMap(({ groups }) =>
          [...(groups?.['what'] ?? '').matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, name = '']) => name),
        )
    return found
  }),
)

test('every recorded action has a description', () => {
  expect(written.size).toBeGreaterThan(20)
  expect([...written].filter((action) => !(action in everyAction))).toEqual([])
})

test('money actions written by SQL functions are included', () => {
  expect([...written].filter((action) => action.startsWith('money.')).toSorted()).toEqual(
    Object.keys(actionDescriptions).filter((action) => action.startsWith('money.')),
  )
})
