import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import type { MyProfile } from '../../contract-shapes'
import { members, myProfileQuery } from '../queries'
import { applyOwnChanges, listDifferences, toDraft, fieldNames, type ProfileDraft } from './profile-draft'
import { type Problems, toDraftProblems, parseDraft } from './parse-draft'

const NO_TYPE = 'Please select at least one member type'

type ProfileFormOptions = {
  profile: MyProfile
  onProblems: (problems: Problems) => void
  onSaved: (saved: MyProfile) => void
}

/**
 * Manages one draft over all tabs. Only Discard drops typed values: a failed save preserves them. If the profile was
 * changed elsewhere, the form shows the change immediately while it has no unsaved edits. Otherwise, saving asks
 * which version to use.
 */
export function useProfileForm({ profile, onProblems, onSaved }: ProfileFormOptions) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => toDraft(profile))
  const [problems, setProblems] = useState<Problems>({})
  const [conflict, setConflict] = useState<MyProfile>()
  const [seen, setSeen] = useState(profile)
  const changed = listDifferences(draft, toDraft(base))

  if (profile !== seen) {
    setSeen(profile)
    if (changed.length === 0) showNewest(profile)
    // Only data outside the form has changed, such as the picture, so the unsaved edits stay valid.
    else if (isSameForm(profile, base)) setBase(profile)
  }

  function showNewest(newest: MyProfile): void {
    setBase(newest)
    setDraft(toDraft(newest))
  }

  /** Updates the draft and clears the errors of the changed fields, or only of the row with the key `row`. */
  function change(part: Partial<ProfileDraft>, row?: string): void {
    setDraft((current) => ({ ...current, ...part }))
    const isTouched = (path: string) => {
      const [field = '', key] = path.split('.')
      return field in part && (row === undefined || key === row)
    }
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([path]) => !isTouched(path))))
  }

  function acceptSaved(saved: MyProfile, sent: ProfileDraft): void {
    void queryClient.cancelQueries({ queryKey: myProfileQuery().queryKey })
    setBase(saved)
    // Preserves edits made during the save.
    setDraft((current) => applyOwnChanges(current, sent, toDraft(saved)))
    queryClient.setQueryData(myProfileQuery().queryKey, saved)
    onSaved(saved)
  }

  function showProblems(found: Problems): void {
    setProblems(found)
    onProblems(found)
  }

  const readNewest = () =>
    queryClient.fetchQuery({ ...myProfileQuery(), staleTime: 0 }).catch(() => undefined)

  const saving = useMutation({
    mutationFn: async ({ sent, from }: { sent: ProfileDraft; from: MyProfile }) => {
      const changedFields = listDifferences(sent, toDraft(from))
      const { input } = parseDraft(sent, from.values.version)
      let saved = from
      if (changedFields.some((field) => field !== 'memberTypes')) {
        saved = await members.saveProfile.call(input)
        // Accepts the saved fields now, because saving the member types, the next step, may fail.
        acceptSaved(saved, { ...sent, memberTypes: toDraft(saved).memberTypes })
      }
      if (changedFields.includes('memberTypes'))
        saved = await members.saveMemberTypes.call({ types: sent.memberTypes })
      return saved
    },
    onSuccess: (saved, { sent }) => {
      acceptSaved(saved, sent)
      setProblems({})
      notify.success('Profile updated successfully!')
    },
    onError: async (error, { sent, from }): Promise<void> => {
      if (hasErrorCode(error, 'CHANGED')) {
        const newest = await readNewest()
        if (newest && newest.values.version !== from.values.version) {
          if (isSameForm(newest, from)) saving.mutate({ sent, from: newest })
          else setConflict(newest)
          return
        }
      }
      showProblems(toDraftProblems(getFieldErrors(error), sent))
      notify.error(getErrorMessage(error))
    },
  })

  function save(): void {
    if (changed.length === 0 || saving.isPending) return
    // Removes the toast of the previous attempt, which would otherwise stay.
    notify.dismiss()
    const { problems: found } = parseDraft(draft, base.values.version)
    if (changed.includes('memberTypes') && draft.memberTypes.length === 0) found['memberTypes'] = NO_TYPE
    if (Object.keys(found).length === 0) return saving.mutate({ sent: draft, from: base })
    showProblems(found)
    notify.error(found['memberTypes'] ?? 'Some fields are invalid. Check the marked fields.')
  }

  function discard(): void {
    const thrownAway = draft
    setDraft(toDraft(base))
    setProblems({})
    notify.info('Changes discarded', { action: { label: 'Undo', onClick: () => setDraft(thrownAway) } })
  }

  function reload(): void {
    if (conflict) showNewest(conflict)
    setProblems({})
    setConflict(undefined)
  }

  function keepMine(): void {
    if (!conflict) return
    setBase(conflict)
    setConflict(undefined)
    saving.mutate({ sent: draft, from: conflict })
  }

  return {
    draft,
    problems,
    changedNames: changed.map((field) => fieldNames[field]),
    isSaving: saving.isPending,
    hasConflict: conflict !== undefined,
    change,
    save,
    discard,
    reload,
    keepMine,
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

const isSameForm = (a: MyProfile, b: MyProfile): boolean =>
  listDifferences(toDraft(a), toDraft(b)).length === 0
