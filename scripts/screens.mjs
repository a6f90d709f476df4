// npm run screens -- [REF]: takes screenshots of every screen in both themes, wide and narrow. With REF (a commit,
// branch or tag) also of that version, with the same data at the same time, and fails when a screen differs by more
// than 0.1% of its pixels.
//   --only NAME    only the screens whose name contains NAME (can be repeated)
//   --theme light  only one theme
//   --width 390    only one width
//   --list         prints the names of the screens and checks that every route has a screen
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isInProductNode, root } from './project.mjs'
import { routesWithoutScreen, screens } from './screens/screens.mjs'

const LARGEST_SHARE = 0.001
/**
 * The last second of a minute in which to start writing. Later writes could show different minutes on the two sides.
 */
const LAST_SECOND = 45
const folder = 'test-results/screens'

if (await isInProductNode('scripts/screens.mjs')) {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
      width: { type: 'string', multiple: true, default: ['1280', '390'] },
      list: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const missing = values.only.length === 0 ? routesWithoutScreen() : []
  for (const route of missing) console.error(`No screen in scripts/screens covers the route ${route}.`)
  if (values.list) for (const { name, as, stage = 'demo' } of screens) console.log(`${stage} ${as}: ${name}`)
  if (missing.length > 0) process.exitCode = 1
  else if (!values.list) process.exitCode = (await run(values, positionals[0])) ? 0 : 1
}

/** Visits all screens and returns whether all were reachable and equal. */
async function run({ only, theme: themes, width }, ref) {
  const { build, buildCommit } = await import('./screens/sides.mjs')
  const chosen = screens.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
  const needed = new Set(chosen.flatMap(({ name, needs }) => [name, needs]))
  const visited = screens.filter(({ name }) => needed.has(name))
  await build(root)
  const versions = [{ name: 'working tree', folder: root }]
  if (ref !== undefined) versions.push({ name: ref, folder: await buildCommit(ref) })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Runs the exit handlers, which remove temporary files.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const startedAt = performance.now()
  const faults = []
  let count = 0
  for (const stage of ['demo', 'empty']) {
    const own = visited.filter((screen) => (screen.stage ?? 'demo') === stage)
    if (own.length > 0)
      await runStage(stage, own, {
        versions,
        themes,
        widths: width.map(Number),
        faults,
        count: () => (count += 1),
      })
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  for (const fault of faults) console.log(`\nFAILED ${fault}`)
  console.log(`${count} screens in ${minutes} minutes, ${faults.length} failed. Screenshots: ${folder}`)
  return faults.length === 0
}

async function runStage(stage, own, { versions, themes, widths, faults, count }) {
  const { chromium } = await import('@playwright/test')
  const { openSide } = await import('./screens/sides.mjs')
  const { visit } = await import('./screens/visit.mjs')
  const { writePictures } = await import('./screens/pictures.mjs')
  let now = startOfMinute()
  const seed = stage === 'demo' ? 'demo' : 'none'
  const opened = await Promise.allSettled(
    versions.map((version) => openSide(chromium, { ...version, seed, now })),
  )
  const sides = opened.flatMap(({ value }) => value ?? [])
  try {
    for (const { reason } of opened) if (reason) throw reason
    for (const screen of own) {
      if (screen.changes) await waitForEarlyInMinute()
      now = Math.max(now, startOfMinute())
      await Promise.all(sides.map((side) => side.setTime(now)))
      const onStep = async (name, { after, before, results }) => {
        count()
        const shares = []
        for (const [key, picture] of after) {
          const result = results.get(key)
          await writePictures(folder, `${name}-${key}`, { before: before?.get(key), after: picture, result })
          if (result === undefined) continue
          const share = `${(result.share * 100).toFixed(3)} %`
          shares.push(share)
          if (result.share > LARGEST_SHARE) faults.push(`${name}-${key}: ${share} of the pixels differ`)
        }
        console.log([name.padEnd(44), ...shares].join('  ').trimEnd())
      }
      try {
        await visit(sides, screen, { now, widths, themes, onStep })
      } catch (error) {
        faults.push(`${screen.name}: ${error.message}`)
        console.log(`${screen.name.padEnd(44)}  FAILED`)
      }
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()))
  }
}

/**
 * Returns the start of the current minute as the frozen time of the servers. A later time could be ahead of the
 * database clock, which keeps running; jobs that are due at that time would then wait.
 */
function startOfMinute() {
  return Math.floor(Date.now() / 60_000) * 60_000
}

async function waitForEarlyInMinute() {
  const second = (Date.now() / 1000) % 60
  if (second > LAST_SECOND) await new Promise((resolve) => setTimeout(resolve, (60.5 - second) * 1000))
}
