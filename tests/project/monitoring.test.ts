import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createOperatorGauges } from '~/features/administration/server/metrics/operator-gauges'
import { createMetrics } from '~/platform/http/metrics'
import { isLongRun } from '~tests/support/long-run'

const RULES = 'deploy/monitoring/alerts.yml'
const FIRING = 'deploy/monitoring/alerts.test.yml'
const HEALTHY = 'deploy/monitoring/healthy.test.yml'
// Keywords of PromQL, and the labels in `by (…)`. They are not metrics.
const WORDS = new Set(
  'sum max by le queue state route instance rate increase absent and or histogram_quantile max_over_time min_over_time'.split(
    ' ',
  ),
)

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: unknown
  targets?: { expr: string; datasource: unknown }[]
}

/** Names of the metrics that /metrics can have, and `up`, which Prometheus adds. */
const names = new Set(['up'])

beforeAll(async () => {
  const gauges = createOperatorGauges({
    db: {} as Database,
    database: {
      poolCounts: () => ({ total: 1, idle: 1, waiting: 0 }),
      measureReplicaLag: () => Promise.resolve(0),
    },
    jobs: { isLeading: () => true, measureQueues: () => Promise.resolve([]) },
    countStreams: () => 0,
  })
  const { body } = await createMetrics(gauges).render()
  for (const [, name = '', type = ''] of body.matchAll(/^# TYPE (\S+) (\S+)$/gmu)) {
    names.add(name)
    if (type === 'histogram') for (const suffix of ['bucket', 'sum', 'count']) names.add(`${name}_${suffix}`)
  }
})

/** Returns the names of metrics that an expression of PromQL reads. */
function listMetrics(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/gu, '')
  return [...bare.matchAll(/(?<![\w.])[a-z_][a-z0-9_]*/gu)]
    .map(([word]) => word)
    .filter((word) => !WORDS.has(word))
}

const alarms = readFileSync(RULES, 'utf8')
  .split(/^ {6}- alert: /mu)
  .slice(1)
  .map((text) => ({
    name: /^\w+/u.exec(text)?.[0] ?? '',
    expression: /^ {8}expr: (?:>-\n)?(?<expr>[\s\S]*?)\n {8}for:/mu.exec(text)?.groups?.['expr'] ?? '',
    severity: /severity: (?<severity>\w+)/u.exec(text)?.groups?.['severity'],
    runbook: /runbook: (?<runbook>\S+)/u.exec(text)?.groups?.['runbook'],
  }))

describe('alarms', () => {
  test.each(alarms)('the alarm $name reads metrics that exist', ({ expression }) => {
    const metrics = listMetrics(expression)
    expect(metrics).not.toEqual([])
    for (const metric of metrics) expect(names).toContain(metric)
  })

  test('each alarm has a section in docs/alarms.md with its severity, and its runbook links to it', () => {
    const sections = readFileSync('docs/alarms.md', 'utf8').split(/^## /mu).slice(1)
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(alarms.map(({ name }) => name))
    for (const [index, { name, severity, runbook }] of alarms.entries()) {
      expect(runbook).toBe(`docs/alarms.md#${name.toLowerCase()}`)
      const written = /^\*\*(?<severity>\w+)\.\*\*/mu.exec(sections[index] ?? '')?.groups?.['severity']
      expect(written?.toLowerCase(), name).toBe(severity)
    }
  })

  test('each alarm has a test that it fires', () => {
    const tests = readFileSync(FIRING, 'utf8')
    for (const { name } of alarms) expect(tests).toContain(`- name: ${name} fires when`)
  })
})

describe('the dashboard', () => {
  const { panels, templating } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
    panels: Panel[]
    templating: { list: { name: string; type: string }[] }
  }
  const graphs = panels.filter(({ type }) => type !== 'row')

  test('the dashboard has its rows, and no overlapping panels', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Traffic', 'Sales', 'Jobs', 'Chat', 'Database', 'Process'])
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  test('the dashboard reads all data from the selected Prometheus', () => {
    expect(templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }])
    for (const { datasource, targets = [] } of graphs)
      for (const source of [datasource, ...targets.map((target) => target.datasource)])
        expect(source).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/u) })
  })

  test.each(graphs)('the panel $title shows metrics that exist', ({ targets = [] }) => {
    const metrics = targets.flatMap(({ expr }) => listMetrics(expr))
    expect(metrics).not.toEqual([])
    for (const metric of metrics) expect(names).toContain(metric)
  })
})

// promtool comes with Prometheus, which is large, so only the long run installs it.
test.runIf(isLongRun)('promtool accepts the rules, and their tests pass', () => {
  const run = (...parameters: string[]) => execFileSync('promtool', parameters, { encoding: 'utf8' })
  expect(run('check', 'rules', RULES)).toContain('SUCCESS')
  expect(run('test', 'rules', FIRING, HEALTHY)).not.toContain('FAILED')
})
