import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = readdirSync(join(import.meta.dirname, 'features'))

// A browser reads again what is of the feature that a topic names: a word of another kind would be told, and heard by nobody.
test('every topic that open browsers are told of is the name of a feature', () => {
  const told = globSync('features/**/server/**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      const calls = [...text.matchAll(/live\s*(?:\?\.|\.)\s*publish\(([^;]*?)\n? *\)(?=[\n;,])/g)]
      return calls.flatMap(([, words = '']) =>
        [...words.matchAll(/'(\w+)'/g)].map(([, topic]) => ({ file, topic })),
      )
    })
  expect(told.length).toBeGreaterThan(40)
  expect(told.filter(({ topic }) => !features.includes(topic ?? ''))).toEqual([])
})
