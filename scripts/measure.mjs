// npm run measure: the size and shape of the code in one table, for comparing before and after a restructuring.
//   --json   prints every figure and the offenders as JSON
//   --files  lists the offenders below the table
//   REF      measures a commit instead of the working tree: npm run measure -- HEAD~20
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isInProductNode } from './project.mjs'

if (await isInProductNode('scripts/measure.mjs')) {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, files: { type: 'boolean' } },
    allowPositionals: true,
  })
  // Imported here, because older versions of Node have no globSync.
  const { measure } = await import('./measure-code.mjs')
  const { figures, lines } = await inTree(positionals[0], measure)
  if (values.json) console.log(JSON.stringify({ figures, lines }, null, 2))
  else print(figures, lines, values.files)
}

/** Calls `work` with the folder of the working tree, or of a copy of the commit `ref`. */
async function inTree(ref, work) {
  if (ref === undefined) return work(process.cwd())
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  try {
    const archive = execFileSync('git', ['archive', ref], { maxBuffer: 1024 ** 3 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function print(figures, lines, withFiles) {
  table(
    figures.map(({ name, value, target }) => [name, value, target === undefined ? '' : `at most ${target}`]),
  )
  console.log('\nProduct TypeScript by folder')
  table(Object.entries(lines).map(([folder, count]) => [folder, count.lines, `${count.files} files`]))
  console.log('\nRules')
  for (const { name, rule } of figures) if (rule) console.log(`  ${name}: ${rule}`)
  if (!withFiles) return
  for (const { name, offenders } of figures) {
    if (!offenders) continue
    console.log(`\n${name}`)
    for (const offender of offenders) console.log(`  ${offender}`)
  }
}

function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value, note] of rows)
    console.log(`  ${name.padEnd(width)}  ${value.toLocaleString('en').padStart(8)}  ${note}`.trimEnd())
}
