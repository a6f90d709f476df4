interface SaleWindow {
  startsAt: Date | string | null
  endsAt: Date | string | null
}

interface Problem {
  field: 'saleStartsAt' | 'saleEndsAt'
  message: string
}

/**
 * Checks that a sale window ends after its start and not after the event. `end` is the end of the event; null for an
 * event without a date.
 */
export function findSaleWindowProblem(
  { startsAt, endsAt }: SaleWindow,
  end: Date | string | null,
): Problem | undefined {
  const [from, until] = [toTime(startsAt), toTime(endsAt)]
  if (from !== null && until !== null && until <= from)
    return { field: 'saleEndsAt', message: 'The sale ends before it starts. Choose a later end.' }
  const last = toTime(end)
  if (last === null) return undefined
  if (from !== null && from >= last)
    return { field: 'saleStartsAt', message: 'Sales would start after the event. Choose an earlier start.' }
  if (until !== null && until > last)
    return {
      field: 'saleEndsAt',
      message: 'Sales would end after the event. Choose an earlier end, or leave it empty.',
    }
  return undefined
}

const toTime = (moment: Date | string | null) => (moment === null ? null : new Date(moment).getTime())
