import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Icon } from '~/design/icon'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock } from '~/lib/time'
import type { Saving } from './saving'

/** Beside the title: what has become of what was typed. */
export function SaveWord({ saving }: { saving: Saving }) {
  const zone = useReaderZone()
  const { state, savedAt, sentence, isClosed } = saving
  if (isClosed) return null
  return (
    <output className="sav" data-state={state}>
      {state === 'saved' && <Icon of={Check} />}
      {state === 'saving' && <Icon of={LoaderCircle} className="m3" />}
      {state === 'retrying' && <Icon of={CloudOff} className="wa" />}
      {(state === 'refused' || state === 'conflict') && <Icon of={TriangleAlert} className="wa" />}
      <span>{words(state, zone === undefined ? undefined : formatClock(savedAt, zone), sentence)}</span>
    </output>
  )
}

function words(state: Saving['state'], clock: string | undefined, sentence: string | undefined): string {
  if (state === 'saving') return 'Saving'
  if (state === 'retrying') return 'Not saved yet. Trying again.'
  if (state === 'conflict') return 'Not saved yet. It was changed elsewhere.'
  if (state === 'refused') return sentence ?? 'Not saved yet. Check what is marked.'
  return clock === undefined ? 'Saved' : `Saved at ${clock}`
}
