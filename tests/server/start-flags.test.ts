import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// V8 only prints a warning about unknown flags, and the server would be slow without an error.
test('the V8 engine of Node supports the flags in scripts/start.mjs', () => {
  const script = readFileSync('scripts/start.mjs', 'utf8')
  const flags = [...script.matchAll(/setFlagsFromString\('--(?:no-)?(?<name>[a-z-]+)'\)/gu)]
  expect(flags.map(({ groups }) => groups?.['name'])).toEqual(['allocation-site-pretenuring'])
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const { groups } of flags) expect(known).toContain(`  --${groups?.['name']} (`)
  const heapFlags = [...script.matchAll(/'--(?<name>max-[a-z-]+)=\d+'/gu)].map(
    ({ groups }) => groups?.['name'],
  )
  expect(heapFlags).toEqual(['max-semi-space-size', 'max-old-space-size'])
  for (const name of heapFlags) expect(known).toContain(`  --${name} (`)
  // V8 doesn't use code cached under other flags, so the flags come first.
  expect(script.indexOf('setFlagsFromString(')).toBeLessThan(script.indexOf('enableCompileCache?.('))
})
