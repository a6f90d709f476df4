import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { useKeptDraft } from '~/design/use-kept-draft'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import type { House } from '../contract-admin'
import type { Settings } from '../rules/settings'
import { settingProblem } from '../rules/setting-problems'
import { SETTING_LABELS, settingChangeWords } from '../rules/setting-words'
import { readTyped, typedSetting } from '../rules/typed-setting'
import { changesIn, isOvertaken, readDraft, typeInto } from './house-draft'
import { houseQuery, settings } from './queries'

type Key = keyof Settings
const blank = { typed: '' }
const TOAST = 'settings'
const AFTER_PRESS_MS = 250

/** All settings as one form. What is typed stays with the tab, through a reload and a save that failed. */
export function useHouseForm() {
  const queryClient = useQueryClient()
  const { data: house } = useSuspenseQuery(houseQuery())
  const kept = useKeptDraft('house-settings', blank)
  const draft = readDraft(kept.draft?.typed ?? '')
  // A field complains once it was left, all of them when a save was tried.
  const [left, setLeft] = useState<ReadonlySet<Key> | 'all'>(new Set())
  const changes = changesIn(draft, house)

  const write = (change: (now: typeof draft) => typeof draft) =>
    kept.keep((stored) => ({ typed: JSON.stringify(change(readDraft(stored?.typed ?? ''))) }))

  const save = useMutation({
    ...settings.save.mutationOptions(),
    onSuccess: (saved: House) => {
      queryClient.setQueryData(houseQuery().queryKey, saved)
      kept.drop()
      setLeft(new Set())
      notify.success('Settings saved', { about: TOAST })
      // The name, the notice, the prices and the texts of this very page too.
      void queryClient.invalidateQueries({ queryKey: settings.key() })
    },
    onError: (error) => {
      // What stands now is shown at its field, with what was typed.
      if (hasCode(error, 'CHANGED')) void queryClient.invalidateQueries({ queryKey: houseQuery().queryKey })
      notify.error('Nothing was saved', { about: TOAST, detail: errorMessage(error) })
    },
  })
  const refused = save.isError ? fieldErrors(save.error) : {}

  function problem(key: Key): string | undefined {
    const entry = draft[key]
    if (!entry || !(left === 'all' || left.has(key))) return undefined
    return settingProblem(key, readTyped(key, entry.text)) ?? refused[key]
  }

  /** Answers the first setting that cannot be saved as it is: then nothing was sent. */
  function submit(): Key | undefined {
    if (changes.length === 0 || save.isPending) return undefined
    setLeft('all')
    const stuck = changes.find(
      ({ key, value }) => settingProblem(key, value) !== undefined || isOvertaken(draft, house, key),
    )
    if (!stuck) save.mutate({ changes })
    return stuck?.key
  }

  return {
    house,
    /** What stands in the field. */
    text: (key: Key) => draft[key]?.text ?? typedSetting(key, house.values[key]),
    type: (key: Key, text: string) => {
      if (save.isError) save.reset()
      write((now) => typeInto(now, house, key, text))
    },
    // A moment later: what moves while a button below is being pressed is missed by the finger.
    leave: (key: Key) =>
      void setTimeout(() => setLeft((now) => (now === 'all' ? now : new Set([...now, key]))), AFTER_PRESS_MS),
    isChanged: (key: Key) => changes.some((change) => change.key === key),
    problem,
    isOvertaken: (key: Key) => isOvertaken(draft, house, key),
    takeTheirs: (key: Key) => write(({ [key]: _mine, ...others }) => others),
    keepMine: (key: Key) =>
      write((now) => {
        const mine = now[key]
        return mine ? { ...now, [key]: { ...mine, version: house.versions[key] } } : now
      }),
    /** `Service fee 10% to 12%`, one for each. */
    changes: changes.map(({ key, value }) =>
      settingProblem(key, value) === undefined
        ? settingChangeWords(key, house.values[key], value)
        : SETTING_LABELS[key],
    ),
    submit,
    isSaving: save.isPending,
    discard: () => {
      kept.drop()
      save.reset()
      setLeft(new Set())
      notify.dismiss(TOAST)
    },
  }
}

export type HouseForm = ReturnType<typeof useHouseForm>
