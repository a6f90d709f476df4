// Checks production dependencies for known vulnerabilities. Reports "not checked" if the registry doesn't respond.
import { capture } from './project.mjs'

const PATIENCE_MS = 30_000

/** Returns 'passed', 'failed' or 'skipped', with one line of explanation. */
export function judgeAudit(output) {
  let report
  try {
    report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return { outcome: 'skipped', line: 'the registry did not answer' }
  }
  const found = report.metadata?.vulnerabilities
  const grave = found?.high + found?.critical
  // The registry returned an error or a response without counts.
  if (!Number.isInteger(grave))
    return {
      outcome: 'skipped',
      line: report.message || report.error?.summary || 'the registry has no audit endpoint',
    }
  if (grave === 0) return { outcome: 'passed', line: 'no known high or critical vulnerabilities' }
  const names = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name }) => name)
  return {
    outcome: 'failed',
    line: `${grave} high or critical: ${names.join(', ')}. Remedy: npm audit fix, or update them`,
  }
}

export async function runAudit() {
  const before = performance.now()
  const patience = `--fetch-timeout=${PATIENCE_MS}`
  const parameters = ['audit', '--omit=dev', '--json', '--fetch-retries=0', patience]
  const { output } = await capture('npm', parameters)
  const { outcome, line } = judgeAudit(output)
  const seconds = ((performance.now() - before) / 1000).toFixed(1)
  const label = { passed: 'ok         ', failed: 'FAILED     ', skipped: 'not checked' }[outcome]
  console.log(`  ${label} audit: ${line} (${seconds} s)`)
  return { passed: 0, failed: 0, skipped: 0, [outcome]: 1 }
}
