import { answerTasks } from '~/platform/threads/answer-tasks'
import { sendTicketsEmail } from './write-tickets-email'

answerTasks(sendTicketsEmail)
