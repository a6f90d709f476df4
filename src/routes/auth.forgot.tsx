import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { ForgotForm } from '~/features/identity/web/forgot-form'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/auth/forgot')({
  staticData: { frame: { nav: 'none', footer: false } },
  head: ({ match }) => privateHead(match, 'Forgotten password'),
  component: () => (
    <AuthPage stock="lilac" poster={['Happens to', 'the best', 'of us.']} back="/auth">
      <ForgotForm />
    </AuthPage>
  ),
})
