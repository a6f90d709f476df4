import { ORPCError } from '@orpc/client'
import { useEffect, useRef, useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { EventDraft } from '../../../contract-dashboard'
import type { PayeeNeeded } from '../../../contract-payee'
import { events } from '../../queries'
import { goToSection, goToInvalidField, goToUnfinishedForm } from './section-list'
import type { SaveState } from './saving'
import { getSection } from './sections'
import { listFields } from './event-values'
import type { EventEditor } from './use-event-editor'

/** Each result of publishing replaces the toast of the previous one. */
const ABOUT = 'publishing'

type Remarks = EventDraft['missing']

/**
 * Publishes and unpublishes; lists what is missing, with links to the sections. Publishing waits until tickets and promo
 * codes are saved too, and is refused while one of them is invalid.
 */
export function usePublishing(
  draft: EventDraft,
  editor: EventEditor,
  slotState: SaveState,
  onOpenPage: () => void,
) {
  const waitForSlots = useWaitForSlots(slotState)
  const [busy, setBusy] = useState<'Publishing' | 'Unpublishing'>()
  const [missing, setMissing] = useState<Remarks>([])
  /** The reason why publishing was last refused, until the dialog about it is closed. */
  const [payeeNeeded, setPayeeNeeded] = useState<PayeeNeeded>()
  const { id } = draft

  const refuse = (text: string) => notify.error(text, { about: ABOUT })

  async function publish(): Promise<void> {
    if (goToUnfinishedForm()) {
      refuse('Not published. Add the new ticket type, or cancel it.')
      return
    }
    setBusy('Publishing')
    const isSaved = await editor.flush()
    const slots = await waitForSlots()
    const [invalid] = listFields(editor.saving.unsaved)
    if (!isSaved || slots !== 'saved') {
      setBusy(undefined)
      const isInvalid = goToInvalidField()
      refuse(
        isInvalid
          ? 'Not published. Correct the marked field first.'
          : 'Not published: some changes are not saved yet.',
      )
      if (!isInvalid && invalid) goToSection(getSection(invalid))
      return
    }
    try {
      await editor.act((version) => events.dashboard.publish.call({ id, version }))
      setMissing([])
      notify.success('Published', { action: { label: 'Open page', onClick: onOpenPage }, about: ABOUT })
    } catch (error) {
      const named = findMissingRemarks(error)
      const needed = findPayeeNeeded(error)
      if (named) setMissing(named)
      else if (needed) setPayeeNeeded(needed)
      else refuse(getErrorMessage(error))
    }
    setBusy(undefined)
  }

  async function unpublish(): Promise<void> {
    setBusy('Unpublishing')
    try {
      await editor.act((version) => events.dashboard.unpublish.call({ id, version }))
      notify.success('Unpublished. Only the team can see it.')
    } catch (error) {
      notify.error(getErrorMessage(error))
    }
    setBusy(undefined)
  }

  // Leaves out what was fixed meanwhile.
  const open = missing.filter(({ text }) => draft.missing.some((remark) => remark.text === text))
  return {
    busy,
    missing: draft.status === 'draft' ? open : [],
    payeeNeeded,
    closePayee: () => setPayeeNeeded(undefined),
    publish,
    unpublish,
  }
}

/** Returns a function that waits while tickets or promo codes are being saved, and resolves to their state then. */
function useWaitForSlots(slotState: SaveState): () => Promise<SaveState> {
  const latest = useRef(slotState)
  const waiting = useRef<((state: SaveState) => void)[]>([])
  useEffect(() => {
    latest.current = slotState
    if (slotState === 'saving') return
    for (const resolve of waiting.current.splice(0)) resolve(slotState)
  }, [slotState])
  return () =>
    latest.current === 'saving'
      ? new Promise((resolve) => waiting.current.push(resolve))
      : Promise.resolve(latest.current)
}

export type Publishing = ReturnType<typeof usePublishing>

function findMissingRemarks(error: unknown): Remarks | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'INCOMPLETE') return undefined
  const data: { missing: Remarks } = error.data
  return data.missing
}

function findPayeeNeeded(error: unknown): PayeeNeeded | undefined {
  return error instanceof ORPCError && error.code === 'PAYEE_NEEDED' ? error.data : undefined
}
