import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// The markers that git writes, and their forms after a Markdown formatter has changed them.
const MARKERS = '^ *(<{7} |[|]{7} |(> ?){7}|[\\]?={7}$)'

/** Returns the merge markers in text files, as `file:line:text`. Skips files that .gitignore names. */
function findMarkers(folder: string): string[] {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['grep', '--no-index', '--exclude-standard', '-nIE', MARKERS],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0 && status !== 1) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}

test('no text file has markers of a merge conflict', () => {
  expect(findMarkers(process.cwd())).toEqual([])
})

test.each([
  `${'<'.repeat(7)} HEAD`,
  `${'|'.repeat(7)} 35fb5583`,
  '='.repeat(7),
  `${'>'.repeat(7)} a-branch`,
  `  \\${'='.repeat(7)}`,
  `${'> '.repeat(7)}a-branch`,
])('finds the marker “%s”', (marker) => {
  const folder = mkdtempSync(join(tmpdir(), 'conflict-markers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'text.md'), `A quote:\n\n> > Text\n\n| a | b |\n${marker}\n`)
  expect(findMarkers(folder)).toEqual([`text.md:6:${marker}`])
})
