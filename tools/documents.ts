import { achCodesDoc } from './ach-codes-doc.ts';
import { asmxFieldsPage } from './asmx-fields.ts';
import { capabilitiesDoc } from './capabilities-doc.ts';
import { clientCodes, clientResources, clientTypes } from './client-files.ts';
import { commandsDoc } from './commands-doc.ts';
import { conversationsDoc } from './conversations-doc.ts';
import { fieldsPage, openApiPage } from './interface-docs.ts';
import { phoneTypesDoc } from './phone-types-doc.ts';
import { portalDoc } from './portal-doc.ts';
import { sandboxAchDoc } from './sandbox-ach-doc.ts';
import { sandboxApplicationsDoc } from './sandbox-applications-doc.ts';
import { sandboxDoc } from './sandbox-doc.ts';
import { sbom } from './sbom.ts';
import { screeningDoc } from './screening-doc.ts';
import { settledByRecordsDoc } from './settled-by-records-doc.ts';
import { statesDoc } from './states-doc.ts';

/** Documents that are derived from tables in the code, by path. */
export const documents: Readonly<Record<string, () => string>> = {
  'clients/typescript/src/derived/codes.ts': clientCodes,
  'clients/typescript/src/derived/resources.ts': clientResources,
  'clients/typescript/src/derived/types.ts': clientTypes,
  'deploy/sbom.cdx.json': sbom,
  'docs/guides/portal.md': portalDoc,
  'docs/interface/ach-codes.md': achCodesDoc,
  'docs/interface/asmx-fields.md': asmxFieldsPage,
  'docs/interface/fields.md': fieldsPage,
  'docs/interface/conversations.md': conversationsDoc,
  'docs/interface/openapi.json': openApiPage,
  'docs/interface/phone-types.md': phoneTypesDoc,
  'docs/interface/sandbox-ach.md': sandboxAchDoc,
  'docs/interface/sandbox-applications.md': sandboxApplicationsDoc,
  'docs/interface/sandbox.md': sandboxDoc,
  'docs/operating/commands.md': commandsDoc,
  'docs/operating/processors/capabilities.md': capabilitiesDoc,
  'docs/operating/processors/settled-by-records.md': settledByRecordsDoc,
  'docs/operating/screening.md': screeningDoc,
  'docs/states.md': statesDoc,
};
