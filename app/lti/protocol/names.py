"""The names that the standard gives to claims, roles, scopes and media types."""

LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
ROSTER = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GROUPS = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"

VERSION = "1.3.0"
RESOURCE, DEEP_LINK = "LtiResourceLinkRequest", "LtiDeepLinkingRequest"
DEEP_LINK_ANSWER = "LtiDeepLinkingResponse"
RESOURCE_LINK = "ltiResourceLink"

LINE_ITEM = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem"
SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
MEMBERSHIPS = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
GROUP_NAMES = "https://purl.imsglobal.org/spec/lti-gs/scope/contextgroup.readonly"
SCOPES = (LINE_ITEM, SCORE, MEMBERSHIPS, GROUP_NAMES)

LINE_ITEM_TYPE = "application/vnd.ims.lis.v2.lineitem+json"
LINE_ITEMS_TYPE = "application/vnd.ims.lis.v2.lineitemcontainer+json"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
MEMBERSHIPS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
GROUPS_TYPE = "application/vnd.ims.lti-gs.v1.contextgroupcontainer+json"

ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
SUB_ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership/"
TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"
