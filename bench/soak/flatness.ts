import { median } from '../harness/alternate'

/**
 * Returns the last value of a straight line through the values divided by its first: 1 if they are flat, 2 if they
 * double. The slope is the median of the slopes of all pairs (Theil–Sen), so that single peaks don't count.
 */
export function fitGrowth(values: readonly number[]): number {
  const slopes = values.flatMap((value, index) =>
    values.slice(index + 1).map((later, distance) => (later - value) / (distance + 1)),
  )
  const slope = slopes.length === 0 ? 0 : median(slopes)
  const start = median(values.map((value, index) => value - slope * index))
  return (start + slope * (values.length - 1)) / start
}

/** Returns the median of the last third divided by that of the first third. */
export function compareEnds(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3)
  return median(values.slice(-third)) / median(values.slice(0, third))
}
