// The checks that need neither a database nor a browser, and their runner.
import { availableParallelism } from 'node:os'
import { bin, capture, buildEnvironment, productNode } from './project.mjs'

// The typed lint rules run in a Go program. Less frequent garbage collection saves a fifth of their time.
const LAZY_COLLECTION = '400'

/** Checks that don't need the route tree. */
const early = [
  { name: 'format', program: 'oxfmt', parameters: ['--check', '.'], remedy: 'npm run format' },
  { name: 'styles', program: 'stylelint', parameters: ['{src,dev}/**/*.css'] },
  {
    name: 'messages',
    program: 'lingui',
    parameters: ['check', 'sync', '--clean'],
    remedy: 'npm run messages',
  },
  { name: 'translations', program: 'lingui', parameters: ['check', 'missing'] },
  {
    name: 'spelling',
    program: 'cspell',
    parameters: ['lint', '--no-progress', '--no-summary', '--show-suggestions'],
    remedy: 'correct the word, or add a name or a term to scripts/spelling/names-and-terms.txt',
  },
]
const late = [
  // Oxlint computes the types once for linting and type checking; a separate tsc would compute them again.
  { name: 'lint and types', program: 'oxlint', parameters: ['--type-aware', '--type-check', '.'] },
  {
    name: 'imports',
    program: 'depcruise',
    parameters: ['src', 'demo', 'dev', 'tests', 'bench', '--config', '.dependency-cruiser.mjs'],
  },
  { name: 'unused code', program: 'knip', parameters: ['--cache'] },
]

/** Runs all checks, one per CPU core at a time, prints each result, and returns how many passed and which failed. */
export async function runChecks(more = []) {
  // Longest first; short checks fill the remaining cores.
  const first = [...early]
  const second = [...more, ...late]
  let passed = 0
  const failures = []
  const routes = generateRouteTree().catch((error) => {
    failures.push(`routes: ${error.message}`)
    console.log(`  FAILED routes: ${error.message}`)
  })
  const work = async (waiting) => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const before = performance.now()
      const { code, output } = await capture(productNode(), [bin(check.program), ...check.parameters], {
        env: buildEnvironment({ GOGC: LAZY_COLLECTION }),
      })
      const seconds = ((performance.now() - before) / 1000).toFixed(1)
      if (code === 0) passed += 1
      else failures.push(`${check.name}\n${output}`)
      console.log(`${code === 0 ? '  ok    ' : '  FAILED'} ${check.name} (${seconds} s)`)
      if (code !== 0) console.log(output.trimEnd())
      if (code !== 0 && check.remedy) console.log(`Remedy: ${check.remedy}`)
    }
  }
  const worker = async (_none, index) => {
    // While the route tree is generated on one core, the first worker runs the early checks on another.
    if (index === 0) await work(first)
    await routes
    await work(second)
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  return { passed, failed: failures.length, failures }
}

/** src/routeTree.gen.ts is generated and not committed; route types can't be checked without it. */
async function generateRouteTree() {
  const { createServer } = await import('vite')
  const server = await createServer({
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
  })
  await server.close()
}
