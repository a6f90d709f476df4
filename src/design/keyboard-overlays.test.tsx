// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog, DialogActions, DialogClose } from './dialog'
import { Drawer } from './drawer'
import { IconButton } from './icon-button'
import { Menu } from './menu'
import { Popover } from './popover'
import { TabPanel, Tabs } from './tabs'
import { TextField } from './text-field'

afterEach(cleanup)

const focused = () => document.activeElement

describe('Dialog', () => {
  it('traps focus, closes on Escape and returns focus', async () => {
    const user = userEvent.setup()
    render(
      <Dialog
        title="Create New Chat Room"
        description="Everybody can read it."
        trigger={<Button>New room</Button>}
        actions={
          <DialogActions>
            <Button variant="primary">Create</Button>
          </DialogActions>
        }
      >
        <TextField label="Name" />
      </Dialog>,
    )
    await user.tab()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Create New Chat Room' })
    await waitFor(() => expect(dialog.contains(focused())).toBe(true))
    for (let step = 0; step < 6; step += 1) {
      await user.tab()
      // The focus guards at both ends return the focus asynchronously.
      await waitFor(() => expect(dialog.contains(focused())).toBe(true))
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'New room' })))
  })

  it('closes on Cancel', async () => {
    const user = userEvent.setup()
    render(
      <Dialog
        title="Room"
        trigger={<Button>Open</Button>}
        actions={
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
        }
      />,
    )
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    cancel.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('ConfirmDialog focuses Cancel first and acts only when confirmed', async () => {
  const confirm = vi.fn<() => void>()
  const user = userEvent.setup()
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Are you sure?"
        description="This action cannot be undone."
        confirmLabel="Delete user"
        onConfirm={confirm}
      />
    )
  }
  render(<Page />)
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure?' })
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(focused()).toBe(cancel))
  await user.tab()
  await user.keyboard('{Enter}')
  expect(confirm).toHaveBeenCalledTimes(1)
  cancel.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(confirm).toHaveBeenCalledTimes(1)
})

it('Drawer opens, closes with its button and returns focus', async () => {
  const user = userEvent.setup()
  render(
    <Drawer label="Menu" trigger={<IconButton label="Open menu" icon={X} tooltip={false} />}>
      <a href="/events">Events</a>
    </Drawer>,
  )
  await user.tab()
  await user.keyboard(' ')
  const drawer = await screen.findByRole('dialog', { name: 'Menu' })
  within(drawer).getByRole('button', { name: 'Close' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Open menu' })))
})

it('Menu: arrow keys move, Enter chooses, disabled items do nothing, Escape returns focus', async () => {
  const verify = vi.fn<() => void>()
  const remove = vi.fn<() => void>()
  const user = userEvent.setup()
  render(
    <Menu
      trigger={<Button>Actions</Button>}
      items={[
        { label: 'Assign moderator', disabled: true, onSelect: remove },
        { label: 'Verify user', onSelect: verify },
        { separator: 'danger' },
        { label: 'Delete user', icon: Trash2, danger: true, onSelect: remove },
      ]}
    />,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  const isOn = (name: string) => expect(focused()).toBe(screen.getByRole('menuitem', { name }))
  await user.keyboard('{End}')
  await waitFor(() => isOn('Delete user'))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => isOn('Verify user'))
  await user.keyboard('{Enter}')
  expect(verify).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Actions' })))
  expect(remove).not.toHaveBeenCalled()
})

it('Popover opens on Enter and closes on Escape', async () => {
  const user = userEvent.setup()
  render(
    <Popover label="Share" trigger={<Button>Share</Button>}>
      <TextField label="Address" />
    </Popover>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Share' })).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Share' })))
})

it('Tabs: arrow keys open the next tab, whose name includes its count', async () => {
  const change = vi.fn<(value: string) => void>()
  const user = userEvent.setup()
  const tabs = [
    { value: 'mine', label: 'My Connections', count: 128 },
    { value: 'pending', label: 'Pending', count: 3 },
  ] as const
  render(
    <Tabs label="Network" tabs={tabs} onValueChange={change}>
      <TabPanel value="mine">All of them</TabPanel>
      <TabPanel value="pending">Three wait</TabPanel>
    </Tabs>,
  )
  await user.tab()
  expect(focused()).toBe(screen.getByRole('tab', { name: /My Connections/, selected: true }))
  expect(screen.getByRole('tabpanel').textContent).toBe('All of them')
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('tab', { name: 'Pending (3)', selected: true })).toBeDefined()
  expect(screen.getByRole('tabpanel').textContent).toBe('Three wait')
  expect(change).toHaveBeenCalledWith('pending')
})

it('IconButton has a name and shows it as a tooltip on keyboard focus', async () => {
  const user = userEvent.setup()
  render(<IconButton label="Close" icon={X} />)
  await user.tab()
  const button = screen.getByRole('button', { name: 'Close' })
  expect(focused()).toBe(button)
  expect(await screen.findByText('Close')).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Close')).toBeNull())
})
