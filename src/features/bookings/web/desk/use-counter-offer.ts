import { useMemo } from 'react'
import { notify } from '~/design/toast'
import type { BookingDetail } from '../../contract-shapes'
import { withPlace } from '../../rules/set-times'
import { useKeptDraft } from '~/design/use-kept-draft'
import { blankOffer, changedFields, type OfferDraft, setFieldsOf } from './counter-offer-draft'

/** The counter-offer that is being written to a booking; it outlives a reload, and closes with Discard or Send alone. */
export function useCounterOffer({ id, side, terms, steps }: BookingDetail) {
  const blank = useMemo(() => blankOffer(terms, steps), [terms, steps])
  const { draft, keep, drop } = useKeptDraft<OfferDraft>(`counter-offer:${id}:${side}`, blank)
  const change = (next: Partial<OfferDraft>) =>
    keep((kept) => changedFields({ ...(kept ?? blank), ...next }, blank))
  return {
    blank,
    draft,
    change,
    /** It has been sent. */
    close: drop,
    /** Thrown away; what was typed can be had back from the toast, for as long as that stands. */
    discard: () => {
      const typed = draft && changedFields(draft, blank)
      drop()
      if (typed && Object.keys(typed).length > 1)
        notify.info('Counter-offer discarded', { action: { label: 'Undo', onClick: () => keep(typed) } })
    },
    /** Begins one, or goes on with the one that there is; on another day when one was chosen. */
    open: (day?: string) => {
      change(day === undefined ? {} : withPlace(setFieldsOf(draft ?? blank), { day }))
    },
  }
}
