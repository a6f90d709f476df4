import type { HrTime } from '@opentelemetry/api'
import { ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricFigures, Metrics } from '~/platform/http/metrics'

type Value = MetricFigures['values'][number]
type Labels = Record<string, string | number>

/** Exports the same figures as /metrics, with the same names and labels. */
export function createMetricProducer(metrics: Pick<Metrics, 'list'>, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Date.now())
  return {
    async collect() {
      const times = { startTime, endTime: millisToHrTime(Date.now()) }
      const figures = await metrics.list()
      const exported = figures
        .map((metric) => convertMetric(metric, times))
        .filter(({ dataPoints }) => dataPoints.length > 0)
      const scopeMetrics = [{ scope: { name: 'back-to-back' }, metrics: exported }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

function convertMetric({ name, help, type, values }: MetricFigures, times: Times): MetricData {
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: convertBuckets(name, values, times),
    }
  const dataPoints = values
    // Omits gauges that can't be read now.
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...times, attributes: toAttributes(labels), value }))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

interface Series {
  labels: Labels
  /** `upTo` is the number of values up to and including the boundary. The boundaries are ascending. */
  buckets: { boundary: number; upTo: number }[]
  sum: number
  count: number
}

/** Prometheus counts all values up to each boundary, OpenTelemetry those between two boundaries. */
function convertBuckets(name: string, values: readonly Value[], times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, Series>()
  for (const { metricName = name, labels, value } of values) {
    const { le, ...own } = toAttributes(labels)
    const key = JSON.stringify(own)
    const found = series.get(key) ?? { labels: own, buckets: [], sum: 0, count: 0 }
    series.set(key, found)
    if (metricName === `${name}_sum`) found.sum = value
    else if (metricName === `${name}_count`) found.count = value
    else if (le !== undefined && le !== '+Inf') found.buckets.push({ boundary: Number(le), upTo: value })
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => ({
    ...times,
    attributes: labels,
    value: {
      buckets: {
        boundaries: buckets.map(({ boundary }) => boundary),
        counts: [...buckets.map(({ upTo }) => upTo), count].map(
          (upTo, index) => upTo - (buckets[index - 1]?.upTo ?? 0),
        ),
      },
      sum,
      count,
    },
  }))
}

function toAttributes(labels: Value['labels']): Labels {
  return Object.fromEntries(Object.entries(labels).filter((entry) => entry[1] !== undefined)) as Labels
}
