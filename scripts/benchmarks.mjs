// Shared by npm test and npm run bench.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleAll } from './project.mjs'

export function benchmarks() {
  const files = readdirSync('bench').filter((file) => file.endsWith('.ts'))
  return files.map((file) => file.slice(0, -'.ts'.length)).toSorted()
}

/** Runs the quick forms of all or some benchmarks against the built product, and returns how many passed and failed. */
export async function runQuickBenchmarks(names = benchmarks()) {
  const entries = Object.fromEntries(names.map((name) => [name, `bench/${name}.ts`]))
  const { quick } = await bundleAll({ ...entries, quick: 'bench/harness/run-quick.ts' }, 'bench-quick')
  const { runQuick } = await import(quick)
  return runQuick(dirname(fileURLToPath(quick)), names)
}
