import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const features = readdirSync('src/features')

// The topic of a live update makes browsers reload the feature of that name. They ignore a topic that names no
// feature.
test('every published topic is the name of a feature', () => {
  const published = globSync('src/features/**/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const calls = [...text.matchAll(/live\s*(?:\?\.|\.)\s*publish\(([^;]*?)\n? *\)(?=[\n;,])/g)]
      return calls.flatMap(([, words = '']) =>
        [...words.matchAll(/'(\w+)'/g)].map(([, topic]) => ({ file, topic })),
      )
    })
  expect(published.length).toBeGreaterThan(40)
  expect(published.filter(({ topic }) => !features.includes(topic ?? ''))).toEqual([])
})
