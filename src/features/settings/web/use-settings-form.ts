import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import type { SiteSettings } from '../contract-admin'
import type { Settings } from '../rules/settings'
import { findSettingProblem } from '../rules/setting-problems'
import { SETTING_SECTIONS, type SettingSection } from '../rules/setting-sections'
import { SETTING_LABELS, describeSettingChange } from '../rules/setting-labels'
import { parseTypedSetting, formatTypedSetting } from '../rules/typed-setting'
import { removeSavedDrafts, listChanges, parseDraft, updateDraft } from './settings-draft'
import { settingsQuery, settings } from './queries'

type Key = keyof Settings
const blank = { typed: '' }
const TOAST = 'settings'
const AFTER_PRESS_MS = 250

/**
 * All settings as one form, saved section by section. Drafts survive a reload of the tab and a failed save. Saving a
 * section that another admin has changed asks which version to use.
 */
export function useSettingsForm() {
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(settingsQuery())
  const draftStore = useStoredDraft('site-settings', blank)
  const draft = parseDraft(draftStore.draft?.typed ?? '')
  // A field shows its error after it loses focus or its section is saved.
  const [left, setLeft] = useState<ReadonlySet<Key>>(new Set())
  const changes = listChanges(draft, current)
  const dirty = [...Map.groupBy(changes, ({ key }) => SETTING_SECTIONS[key])]
  const write = (change: (now: typeof draft) => typeof draft) =>
    draftStore.keep((stored) => ({ typed: JSON.stringify(change(parseDraft(stored?.typed ?? ''))) }))
  const hideProblems = (keys: readonly Key[]) =>
    setLeft((now) => new Set([...now].filter((key) => !keys.includes(key))))

  const save = useMutation({
    mutationFn: async (sent: Parameters<typeof settings.save.call>[0]): Promise<SiteSettings> => {
      try {
        return await settings.save.call(sent)
      } catch (error) {
        // Refetches on a conflict, because both choices (Reload and Keep mine) need the newest settings. If this fails,
        // the save counts as failed.
        if (hasErrorCode(error, 'CHANGED')) await queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 })
        throw error
      }
    },
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(settingsQuery().queryKey, saved)
      const keys = sent.changes.map(({ key }) => key)
      // Removes only the drafts of this section.
      write((now) => removeSavedDrafts(now, saved, keys))
      hideProblems(keys)
      notify.success('Settings saved', { about: TOAST })
      void queryClient.invalidateQueries({ queryKey: settings.key() })
    },
    onError: (error) => {
      if (hasErrorCode(error, 'CHANGED')) return
      notify.error('Nothing was saved', { about: TOAST, detail: getErrorMessage(error) })
    },
  })
  const refused = save.isError ? getFieldErrors(save.error) : {}
  const overtaken = hasErrorCode(save.error, 'CHANGED') ? save.variables?.changes : undefined

  function findProblem(key: Key): string | undefined {
    const entry = draft[key]
    if (!entry || !left.has(key)) return undefined
    return findSettingProblem(key, parseTypedSetting(key, entry.text)) ?? refused[key]
  }

  const describeChange = ({ key, value }: (typeof changes)[number]) =>
    findSettingProblem(key, value) === undefined
      ? describeSettingChange(key, current.values[key], value)
      : SETTING_LABELS[key]

  /**
   * Saves one section; without an argument, the section with changes if there is only one. If a setting is invalid,
   * returns it and sends nothing.
   */
  function submit(section = dirty.length === 1 ? dirty[0]?.[0] : undefined): Key | undefined {
    const own = dirty.find(([name]) => name === section)?.[1] ?? []
    if (own.length === 0 || save.isPending || overtaken) return undefined
    setLeft((now) => new Set([...now, ...own.map(({ key }) => key)]))
    const invalid = own.find(({ key, value }) => findSettingProblem(key, value) !== undefined)
    if (!invalid) save.mutate({ changes: own })
    return invalid?.key
  }

  function discard(section: SettingSection): void {
    const keys = (Object.keys(draft) as Key[]).filter((key) => SETTING_SECTIONS[key] === section)
    write((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key as Key))))
    hideProblems(keys)
    save.reset()
    notify.dismiss(TOAST)
  }

  return {
    settings: current,
    /** The text in the field of a setting: its draft, or else its saved value. */
    text: (key: Key) => draft[key]?.text ?? formatTypedSetting(key, current.values[key]),
    type: (key: Key, text: string) => {
      if (save.isError) save.reset()
      write((now) => updateDraft(now, current, key, text))
    },
    // Shows the error after a delay, because the layout shift would otherwise move a button while the admin presses
    // it.
    leave: (key: Key) => void setTimeout(() => setLeft((now) => new Set([...now, key])), AFTER_PRESS_MS),
    isChanged: (key: Key) => changes.some((change) => change.key === key),
    findProblem,
    /** One description per change: `Service fee 10% to 12%`. */
    changes: changes.map(describeChange),
    /** The sections that have changes. Each section can be saved or discarded separately. */
    sections: dirty.map(([section, own]) => ({ section, changes: own.map(describeChange) })),
    submit,
    isSaving: save.isPending,
    discard,
    /**
     * The other admin's change that conflicts with the last save: `Juno Okafor changed “Service fee” to 12% just
     * now.`
     */
    conflict: overtaken && getErrorMessage(save.error),
    reload: () => overtaken?.[0] && discard(SETTING_SECTIONS[overtaken[0].key]),
    keepMine: () =>
      overtaken &&
      save.mutate({
        changes: overtaken.map((change) => ({ ...change, version: current.versions[change.key] })),
      }),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
