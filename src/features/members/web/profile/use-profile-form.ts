import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import type { MyProfile } from '../../contract-shapes'
import { members, myProfileQuery } from '../queries'
import { carryOver, differences, draftOf, fieldNames, type ProfileDraft } from './profile-draft'
import { type Faults, faultsOf, readDraft } from './read-draft'

const NO_TYPE = 'Please select at least one member type'

type ProfileFormOptions = {
  profile: MyProfile
  /** After every attempt that left faults: show the field of the first one. */
  onFaults: (faults: Faults) => void
  onSaved: (saved: MyProfile) => void
}

/**
 * One draft over all tabs. What somebody has typed is given up by Discard and nothing else: a save that fails keeps it, and
 * a profile that changes meanwhile (another window, the picture) is taken over field by field around it.
 */
export function useProfileForm({ profile, onFaults, onSaved }: ProfileFormOptions) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<MyProfile>()
  const [seen, setSeen] = useState(profile)
  const changed = differences(draft, draftOf(base))

  // Read anew: taken over, unless it contradicts what is typed; then saving asks.
  if (profile !== seen) {
    setSeen(profile)
    if (isMergeable(draft, base, profile)) {
      setBase(profile)
      setDraft(carryOver(draft, draftOf(base), draftOf(profile)))
    }
  }

  /** A fault stands until its field is touched again: all of `part`, or the one row of it. */
  function change(part: Partial<ProfileDraft>, row?: string): void {
    setDraft((current) => ({ ...current, ...part }))
    const isTouched = (path: string) => {
      const [field = '', key] = path.split('.')
      return field in part && (row === undefined || key === row)
    }
    setFaults((current) => Object.fromEntries(Object.entries(current).filter(([path]) => !isTouched(path))))
  }

  function accept(saved: MyProfile, sent: ProfileDraft): void {
    void queryClient.cancelQueries({ queryKey: myProfileQuery().queryKey })
    setBase(saved)
    // What was typed while it was being saved stays typed.
    setDraft((current) => carryOver(current, sent, draftOf(saved)))
    queryClient.setQueryData(myProfileQuery().queryKey, saved)
    onSaved(saved)
  }

  function refuse(found: Faults): void {
    setFaults(found)
    onFaults(found)
  }

  const saving = useMutation({
    mutationFn: async ({ sent, from }: { sent: ProfileDraft; from: MyProfile }) => {
      const what = differences(sent, draftOf(from))
      const { input } = readDraft(sent, from.values.version)
      let saved = from
      if (what.some((field) => field !== 'memberTypes')) {
        saved = await members.saveProfile.call(input)
        // The types are still to come: a failure there must not make this part look unsaved.
        accept(saved, { ...sent, memberTypes: draftOf(saved).memberTypes })
      }
      if (what.includes('memberTypes'))
        saved = await members.saveMemberTypes.call({ types: sent.memberTypes })
      return saved
    },
    onSuccess: (saved, { sent }) => {
      accept(saved, sent)
      setFaults({})
      notify.success('Profile updated successfully!')
    },
    onError: async (error, { sent, from }) => {
      if (hasCode(error, 'CHANGED')) return meet(sent, from, errorMessage(error))
      refuse(faultsOf(fieldErrors(error), sent))
      notify.error(errorMessage(error))
    },
  })

  /** Somebody saved in between. Asks only where both changed the same field. */
  async function meet(sent: ProfileDraft, from: MyProfile, sentence: string): Promise<void> {
    const newest = await queryClient.fetchQuery({ ...myProfileQuery(), staleTime: 0 }).catch(() => undefined)
    if (!newest || newest.values.version === from.values.version) notify.error(sentence)
    else if (isMergeable(sent, from, newest)) {
      saving.mutate({ sent: carryOver(sent, draftOf(from), draftOf(newest)), from: newest })
    } else setConflict(newest)
  }

  function save(): void {
    if (changed.length === 0 || saving.isPending) return
    // What the attempt before this one said stays on the screen until it is closed.
    notify.dismiss()
    const { faults: found } = readDraft(draft, base.values.version)
    if (changed.includes('memberTypes') && draft.memberTypes.length === 0) found['memberTypes'] = NO_TYPE
    if (Object.keys(found).length === 0) return saving.mutate({ sent: draft, from: base })
    refuse(found)
    notify.error(found['memberTypes'] ?? 'Some of this cannot be saved as it is.')
  }

  function discard(): void {
    const thrownAway = draft
    setDraft(draftOf(base))
    setFaults({})
    notify.info('Changes discarded', { action: { label: 'Undo', onClick: () => setDraft(thrownAway) } })
  }

  function settle(how: 'reload' | 'keep'): void {
    if (!conflict) return
    setBase(conflict)
    setDraft(how === 'reload' ? draftOf(conflict) : carryOver(draft, draftOf(base), draftOf(conflict)))
    setConflict(undefined)
  }

  return {
    draft,
    faults,
    changedNames: changed.map((field) => fieldNames[field]),
    isSaving: saving.isPending,
    hasConflict: conflict !== undefined,
    change,
    save,
    discard,
    settle,
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

/** True unless the draft and the newer profile both changed a field, and to different things. */
function isMergeable(draft: ProfileDraft, base: MyProfile, newer: MyProfile): boolean {
  const before = draftOf(base)
  const after = draftOf(newer)
  const theirs = new Set(differences(after, before))
  const contested = new Set(differences(draft, after))
  return !differences(draft, before).some((field) => theirs.has(field) && contested.has(field))
}
