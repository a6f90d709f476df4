import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { ForgotForm } from '~/features/identity/web/forgot-form'

export const Route = createFileRoute('/auth/forgot')({
  staticData: { frame: { nav: 'none', footer: false } },
  head: () => ({
    meta: [{ title: 'Forgotten password — Back to Back' }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => (
    <AuthPage stock="lilac" poster={['Happens to', 'the best', 'of us.']} back="/auth">
      <ForgotForm />
    </AuthPage>
  ),
})
