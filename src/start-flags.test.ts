import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A flag that V8 does not know is passed over with a line on standard error, and a server would be slow again without anybody hearing of it.
test('the flags that a start sets are known to the V8 of this Node', () => {
  const script = readFileSync('scripts/start.mjs', 'utf8')
  const flags = [...script.matchAll(/setFlagsFromString\('--(?:no-)?(?<name>[a-z-]+)'\)/gu)]
  expect(flags.map(({ groups }) => groups?.['name'])).toEqual(['allocation-site-pretenuring'])
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const { groups } of flags) expect(known).toContain(`  --${groups?.['name']} (`)
  // Code that was kept under other flags is not used: they come before the cache.
  expect(script.indexOf('setFlagsFromString(')).toBeLessThan(script.indexOf('enableCompileCache?.('))
})
