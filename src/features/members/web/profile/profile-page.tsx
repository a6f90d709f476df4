import { useEffect, useRef } from 'react'
import { TabPanel, Tabs } from '~/design/tabs'
import { Form } from '~/design/form'
import { LeaveGuard } from '~/design/leave-guard'
import { SaveBar, useSaveShortcut } from '~/design/save-bar'
import { classNames } from '~/design/class-names'
import { formatCount } from '~/lib/count'
import { EditConflictDialog } from '~/design/edit-conflict-dialog'
import type { MyProfile } from '../../contract-shapes'
import { MemberTypeCards } from '../member-types/member-type-cards'
import { BasicInfo } from './basic-info'
import { ProfilePicture } from './picture/profile-picture'
import { ProfessionalDetails } from './professional-details'
import { type ProfileTab, findProblemTab } from './profile-tab'
import { useProfileForm } from './use-profile-form'
import styles from './profile.module.css'

type ProfilePageProps = {
  profile: MyProfile
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
  /** Called when the name or picture may have changed; the navigation bar shows both. */
  onIdentityChanged: () => void
}

export function ProfilePage({ profile, tab, onTab, onIdentityChanged }: ProfilePageProps) {
  const element = useRef<HTMLFormElement>(null)
  const shouldFocusProblem = useRef(false)
  const form = useProfileForm({
    profile,
    onSaved: onIdentityChanged,
    onProblems: (problems) => {
      const problemTab = findProblemTab(problems, tab)
      if (!problemTab) return
      if (problemTab !== tab) onTab(problemTab)
      shouldFocusProblem.current = true
    },
  })
  useSaveShortcut(form.save)

  // Runs after every render: the tab of the invalid field may have to open before the field can get the focus.
  useEffect(() => {
    const field =
      shouldFocusProblem.current && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!field) return
    shouldFocusProblem.current = false
    field.focus()
  })

  const changes = form.changedNames
  const ownPage = profile.memberTypes.includes('dj')
    ? `/dj/${profile.id}`
    : `/dashboard/members/${profile.id}`
  return (
    <Form className={styles.profile} ref={element} onSubmit={form.save}>
      <header className={classNames('row wrap', styles.head)}>
        <ProfilePicture
          id={profile.id}
          name={form.draft.djName || profile.values.fullName}
          url={profile.avatarUrl}
          onChanged={onIdentityChanged}
        />
        <div data-client-links>
          <h1 className="title-1">Profile</h1>
          <p className="muted">
            Viewed {formatCount(profile.profileViews)} {profile.profileViews === 1 ? 'time' : 'times'}.{' '}
            <a className="link" href={ownPage}>
              View as others see it
            </a>
          </p>
        </div>
      </header>
      <Tabs
        label="Profile"
        className={styles.tabs}
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'basic', label: 'Basic Info' },
          { value: 'professional', label: 'Professional Details' },
          { value: 'types', label: 'Member Types' },
        ]}
      >
        <TabPanel value="basic">
          <BasicInfo form={form} email={profile.email} />
        </TabPanel>
        <TabPanel value="professional">
          <ProfessionalDetails form={form} />
        </TabPanel>
        <TabPanel value="types" className={styles.types}>
          <MemberTypeCards
            isCompact
            chosen={form.draft.memberTypes}
            onChange={(memberTypes) => form.change({ memberTypes })}
            error={form.problems['memberTypes']}
          />
          <p className="small faint">
            Without DJ, your genre, DJ name and price range are saved but not shown.
          </p>
        </TabPanel>
      </Tabs>
      <SaveBar isClean={changes.length === 0} isSaving={form.isSaving} onDiscard={form.discard}>
        {changes.length === 0 ? (
          <span className="small faint">Nothing to save</span>
        ) : (
          <output className="small muted desktop-only" title={changes.join(', ')}>
            {formatChangeCount(changes.length)}
            <span className="visually-hidden">: {changes.join(', ')}</span>
          </output>
        )}
      </SaveBar>
      <LeaveGuard
        isDirty={changes.length > 0}
        description={`${formatChangeCount(changes.length)}: ${changes.join(', ')}.`}
      />
      <EditConflictDialog
        open={form.hasConflict}
        isSaving={form.isSaving}
        onReload={form.reload}
        onKeep={form.keepMine}
      />
    </Form>
  )
}

function formatChangeCount(count: number): string {
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`
}
