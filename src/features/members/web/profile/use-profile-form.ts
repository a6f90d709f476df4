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
  onFaults: (faults: Faults) => void
  onSaved: (saved: MyProfile) => void
}

/**
 * Manages one draft over all tabs. Only Discard drops typed values: a failed save preserves them, and a profile changed
 * elsewhere (another window, the picture) is merged field by field.
 */
export function useProfileForm({ profile, onFaults, onSaved }: ProfileFormOptions) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [faults, setFaults] = useState<Faults>({})
  const [conflict, setConflict] = useState<MyProfile>()
  const [seen, setSeen] = useState(profile)
  const changed = differences(draft, draftOf(base))

  // Merges a refetched profile unless it conflicts with the draft; saving then asks.
  if (profile !== seen) {
    setSeen(profile)
    if (isMergeable(draft, base, profile)) {
      setBase(profile)
      setDraft(carryOver(draft, draftOf(base), draftOf(profile)))
    }
  }

  /** Updates the draft and clears the errors of `part`, or of one row of it. */
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
    // Preserves edits made during the save.
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
        // Member types are saved next; if that fails, this part must still count as saved.
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

  /** Handles a save from elsewhere; asks only if both changed the same field. */
  async function meet(sent: ProfileDraft, from: MyProfile, sentence: string): Promise<void> {
    const newest = await queryClient.fetchQuery({ ...myProfileQuery(), staleTime: 0 }).catch(() => undefined)
    if (!newest || newest.values.version === from.values.version) notify.error(sentence)
    else if (isMergeable(sent, from, newest)) {
      saving.mutate({ sent: carryOver(sent, draftOf(from), draftOf(newest)), from: newest })
    } else setConflict(newest)
  }

  function save(): void {
    if (changed.length === 0 || saving.isPending) return
    // Removes the toast of the previous attempt, which would otherwise stay.
    notify.dismiss()
    const { faults: found } = readDraft(draft, base.values.version)
    if (changed.includes('memberTypes') && draft.memberTypes.length === 0) found['memberTypes'] = NO_TYPE
    if (Object.keys(found).length === 0) return saving.mutate({ sent: draft, from: base })
    refuse(found)
    notify.error(found['memberTypes'] ?? 'Some fields are invalid. Check the marked fields.')
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

/** Returns true unless both changed a field to different values. */
function isMergeable(draft: ProfileDraft, base: MyProfile, newer: MyProfile): boolean {
  const before = draftOf(base)
  const after = draftOf(newer)
  const theirs = new Set(differences(after, before))
  const contested = new Set(differences(draft, after))
  return !differences(draft, before).some((field) => theirs.has(field) && contested.has(field))
}
