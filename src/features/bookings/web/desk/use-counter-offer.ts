import { useMemo } from 'react'
import type { BookingDetail } from '../../contract-shapes'
import { withPlace } from '../../rules/set-times'
import { useKeptDraft } from '../terms/use-kept-draft'
import { blankOffer, changedFields, type OfferDraft, setFieldsOf } from './counter-offer-draft'

/** The counter-offer that is being written to a booking; it outlives a reload, and closes with Discard or Send alone. */
export function useCounterOffer({ id, terms, steps }: BookingDetail) {
  const blank = useMemo(() => blankOffer(terms, steps), [terms, steps])
  const { draft, keep, drop } = useKeptDraft<OfferDraft>(`counter-offer:${id}`, blank)
  const change = (next: Partial<OfferDraft>) =>
    keep((kept) => changedFields({ ...(kept ?? blank), ...next }, blank))
  return {
    blank,
    draft,
    change,
    drop,
    /** Begins one, or goes on with the one that there is; on another day when one was chosen. */
    open: (day?: string) => {
      change(day === undefined ? {} : withPlace(setFieldsOf(draft ?? blank), { day }))
    },
  }
}
