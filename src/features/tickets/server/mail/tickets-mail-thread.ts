import { answerTasks } from '~/platform/threads/answer-tasks'
import { sendTicketsMail } from './write-tickets-mail'

answerTasks(sendTicketsMail)
